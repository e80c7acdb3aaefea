package import GatehouseStore

/// Deletes clients that are marked as deleted: first their records in small commits, so that requests are not delayed,
/// then the client.
///
/// Any number of processes may do so at once, and one continues after another was interrupted.
package struct ClientDeletion: Sendable {
    /// The pause between two commits, in which other users of the database proceed.
    package static let pause = Duration.milliseconds(5)

    private let store: any Store
    private let wait: @Sendable (Duration) async throws -> Void

    package init(store: any Store, wait: @escaping @Sendable (Duration) async throws -> Void) {
        self.store = store
        self.wait = wait
    }

    /// Deletes the records of a client, then the client.
    ///
    /// - Parameters:
    ///   - client: A client that is marked as deleted.
    ///   - shouldContinue: A closure that receives the number of changed records after each commit, and returns whether
    ///     to continue.
    /// - Returns: The number of changed records.
    /// - Throws: ``StoreError/unavailable(_:)``.
    package func finish(
        _ client: Client.ID,
        while shouldContinue: (_ count: Int) async throws(StoreError) -> Bool
    ) async throws(StoreError) -> Int {
        var total = 0
        while true {
            let count = try await store.deleteRecords(of: client)
            guard count > 0 else { break }
            total += count
            guard try await shouldContinue(total) else { return total }
            do { try await wait(Self.pause) } catch { return total }
        }
        do throws(StoreError) {
            try await store.commit([.client(.delete(client))])
        } catch .conflict {
            // Another process has deleted it.
        }
        return total
    }
}
