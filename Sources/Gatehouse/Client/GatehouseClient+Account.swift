public import GatehouseWire

extension GatehouseClient {
    /// Asks a user to sign in again, as some operations of ``SessionAccount`` require; the session continues.
    ///
    /// - Parameters:
    ///   - account: The account; by default the current one.
    ///   - maxAge: The maximum age of the user's sign-in at the server; no page is shown for a more recent one.
    ///   - acrValues: The authentication context classes of which the sign-in must reach one, such as
    ///     ``ACR/multiFactor``; empty if any class suffices.
    /// - Returns: The session, with new tokens.
    /// - Throws: ``AuthError``: `requestRejected` if another user signs in, and nothing changes; `signedOut` without a
    ///   session; `misconfigured` without a user agent; otherwise as ``signIn(scopes:interaction:options:)``.
    @discardableResult
    public func reauthenticate(
        _ account: Account? = nil,
        maxAge: Duration = .zero,
        acrValues: [ACR] = []
    ) async throws(AuthError) -> Session {
        try await reauthenticate(account, answering: AuthenticationChallenge(maxAge: maxAge, acrValues: acrValues))
    }

    /// Asks a user to sign in as an API requires; the session continues.
    ///
    /// The app sends the request again with the session's new access token. An API that sends the same challenge for it
    /// does not accept the sign-ins of this server.
    ///
    /// - Parameters:
    ///   - account: The account; by default the current one.
    ///   - challenge: The challenge of the API; no page is shown if the user's sign-in at the server satisfies it.
    /// - Returns: The session, with new tokens.
    /// - Throws: ``AuthError`` as ``reauthenticate(_:maxAge:acrValues:)``.
    @discardableResult
    public func reauthenticate(
        _ account: Account? = nil,
        answering challenge: AuthenticationChallenge
    ) async throws(AuthError) -> Session {
        guard let id = try await session(for: account)?.id else { throw .signedOut(.noSession) }
        return session(try await services.reauthenticator.reauthenticate(id, answering: challenge, in: manager))
    }

    /// Opens the server's account page, on which users manage their account, and returns when it was closed or shown.
    ///
    /// - Throws: ``AuthError``: `misconfigured` without a user agent, or if the server has no account page;
    ///   `browserUnavailable` if the page could not be shown.
    public func openAccountPage() async throws(AuthError) {
        let state = configuration.environment.randomBytes(16).hexadecimal
        try await signInFlow.showAccountPage(state: state)
    }
}
