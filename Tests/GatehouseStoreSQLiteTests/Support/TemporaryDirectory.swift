import Foundation
import GatehouseStoreSQLite

/// A temporary directory, deleted with the instance.
final class TemporaryDirectory: Sendable {
    let path = NSTemporaryDirectory() + "gatehouse-store-" + UUID().uuidString

    /// The path of the database; the directory is created by the store.
    var database: String { path + "/gatehouse.sqlite" }

    func store() throws -> SQLiteStore {
        try SQLiteStore(path: database)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
