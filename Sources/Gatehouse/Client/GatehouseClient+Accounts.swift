extension GatehouseClient {
    /// The accounts that are signed in on this device, in the order of sign-in.
    ///
    /// - Returns: The accounts; which one is current, ``session()`` tells.
    /// - Throws: ``AuthError`` with a `store…` code when what is stored cannot be read.
    public func accounts() async throws(AuthError) -> [Account] {
        try await keeper.sessions().grants.map(\.account)
    }

    /// The current session as it is stored, without asking anybody.
    ///
    /// - Returns: The session, or `nil` when nobody is signed in.
    /// - Throws: ``AuthError`` with a `store…` code when what is stored cannot be read.
    public func session() async throws(AuthError) -> Session? {
        try await keeper.sessions().currentGrant.map(session)
    }

    /// Makes another account the current one.
    ///
    /// Sessions at hand stay those of their accounts.
    ///
    /// - Parameter account: One of ``accounts()``.
    /// - Returns: The account's session, which is the current one from now on.
    /// - Throws: ``AuthError``: `signedOut` when the account is not signed in on this device; a `store…` code when what
    ///   is stored cannot be read or written.
    @discardableResult
    public func switchTo(account: Account) async throws(AuthError) -> Session {
        let stored = try await keeper.sessions()
        guard let grant = stored.grants.first(where: { $0.account.id == account.id }) else {
            throw .signedOut(.notSignedIn)
        }
        try await keeper.select(grant.id)
        return session(grant)
    }
}
