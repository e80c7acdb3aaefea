/// A store that reports when another process changes it.
protocol WatchableStore: TokenStore {
    /// Reports that something else may be stored for a client, first of all once the watch has begun.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - sleep: Waits between two looks where the system does not report changes.
    /// - Returns: An element for each change, or for several at once; ends when there is nothing left to watch.
    func changes(
        of key: TokenKey,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> AsyncStream<Void>
}
