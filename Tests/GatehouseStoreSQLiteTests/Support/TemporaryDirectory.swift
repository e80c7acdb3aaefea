import Foundation
import GatehouseStoreSQLite

/// A directory of its own for one test, deleted with it.
final class TemporaryDirectory: Sendable {
    let path = NSTemporaryDirectory() + "gatehouse-store-" + UUID().uuidString

    /// Where a store under test lives; the directory is not made before the store makes it.
    var database: String { path + "/gatehouse.sqlite" }

    func store() throws -> SQLiteStore {
        try SQLiteStore(path: database)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
