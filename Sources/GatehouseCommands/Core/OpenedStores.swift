import GatehouseStore
import Synchronization

/// The stores that a command has opened, which are closed however it ends.
package final class OpenedStores: Sendable {
    private let stores = Mutex<[any Store]>([])

    init() {}

    func insert(_ store: any Store) {
        stores.withLock { $0.append(store) }
    }

    /// Closes all of them.
    ///
    /// - Throws: The error of the first store that could not be closed properly.
    func close() async throws(StoreError) {
        let opened = stores.withLock { stores in
            defer { stores = [] }
            return stores
        }
        var failure: StoreError?
        for store in opened {
            do { try await store.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
