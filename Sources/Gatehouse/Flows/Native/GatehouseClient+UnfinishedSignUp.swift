extension GatehouseClient {
    /// The step at which the last sign-up on the app's own screens waits, also when the process that began it has ended.
    ///
    /// Each step is stored with the sessions, for half an hour from when it began. A sign-in takes it away, and so does the server's word that
    /// the sign-up is over.
    ///
    /// - Returns: The step; `nil` when no sign-up is under way.
    /// - Throws: ``AuthError`` with a `store…` code when the store cannot be read; `misconfigured` when the server has no such sign-up.
    public func unfinishedSignUp() async throws(AuthError) -> SignUpStep? {
        guard let pending = try await keeper.sessions().pendingSignUp, keeper.clock.now < pending.deadline else {
            return nil
        }
        return try resume(pending.saved)
    }

    /// Forgets the sign-up that is under way, as when the person wants to begin again; the server lets it expire.
    ///
    /// Nothing happens when there is none. Where the store cannot be written now, it is tried again later.
    public func abandonSignUp() async {
        _ = try? await keeper.sessions()
        await keeper.abandonSignUp()
    }
}
