extension GatehouseClient {
    /// Asks a user to sign in again, as some operations of ``SessionAccount`` require; the session continues.
    ///
    /// - Parameters:
    ///   - account: The account; by default the current one.
    ///   - maxAge: The maximum age of the user's sign-in at the server; no page is shown for a more recent one.
    /// - Returns: The session, with new tokens.
    /// - Throws: ``AuthError``: `requestRejected` if another user signs in, and nothing changes; `signedOut` without a
    ///   session; `misconfigured` without a user agent; otherwise as ``signIn(scopes:interaction:options:)``.
    @discardableResult
    public func reauthenticate(_ account: Account? = nil, maxAge: Duration = .zero) async throws(AuthError) -> Session {
        guard let session = try await session(for: account) else { throw .signedOut(.noSession) }
        return try await session.reauthenticate(answering: AuthenticationChallenge(maxAge: maxAge))
    }

    /// Opens the server's account page, on which users manage their account, and returns when it was closed or shown.
    ///
    /// - Throws: ``AuthError``: `misconfigured` without a user agent, or if the server has no account page;
    ///   `browserUnavailable` if the page could not be shown.
    public func openAccountPage() async throws(AuthError) {
        try await signInFlow.showAccountPage(state: configuration.environment.randomBytes(16).hexadecimal)
    }
}
