import GatehouseServer

extension TestServer {
    /// Deletes expired records, and erases accounts whose grace period has ended, as a running server does every ten
    /// minutes.
    ///
    /// - Returns: The number of deleted records.
    /// - Throws: An error if the store fails, or so many records have expired at once that the server suspects its
    ///   clock.
    @discardableResult
    public func runCleanup() async throws -> Int {
        try await identity.jobs.cleanup { _ in }.deleteExpired()
    }

    /// Advances the clock to the end of the grace period of accounts whose deletion was requested until now, and erases
    /// them.
    ///
    /// ```swift
    /// let erasedAt = try await session.account.delete()
    /// try await server.eraseDeletedAccounts()
    /// ```
    ///
    /// - Throws: An error as ``runCleanup()``.
    public func eraseDeletedAccounts() async throws {
        clock.advance(by: identity.settings.lifetimes.accountDeletion)
        try await runCleanup()
    }
}
