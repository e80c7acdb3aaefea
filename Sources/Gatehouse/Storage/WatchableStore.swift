/// A store that reports when another process changes it.
protocol WatchableStore: TokenStore {
    /// Returns a stream of possible changes of a client's item, the first of which says that the watch has begun.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - sleep: Waits between two comparisons where the system reports no changes.
    /// - Returns: An element for one or more changes; the stream ends when the store can no longer be watched.
    func changes(
        of key: TokenKey,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> AsyncStream<Void>
}
