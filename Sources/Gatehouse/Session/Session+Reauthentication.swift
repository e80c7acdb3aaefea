extension Session {
    /// Asks the user to sign in as an API requires; the session continues.
    ///
    /// Repeat the request with the new access token. An API that sends the same challenge for it does not accept the
    /// sign-ins of this server.
    ///
    /// - Parameter challenge: The challenge of the API; no page is shown if the user's sign-in at the server satisfies
    ///   it.
    /// - Returns: The session, with new tokens.
    /// - Throws: ``AuthError``: `requestRejected` if another user signs in, and nothing changes; `signedOut` if the
    ///   session has ended; `misconfigured` without a user agent; otherwise as
    ///   ``GatehouseClient/signIn(scopes:interaction:options:)``.
    @discardableResult
    public func reauthenticate(answering challenge: AuthenticationChallenge) async throws(AuthError) -> Session {
        guard let reauthenticator = manager.interaction.reauthenticator else { throw .missingUserAgent }
        return Session(
            try await reauthenticator.reauthenticate(id, answering: challenge, in: manager),
            manager: manager
        )
    }
}
