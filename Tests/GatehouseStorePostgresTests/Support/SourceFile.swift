import Foundation
import GatehouseStore
import GatehouseStoreSQLite

/// An SQLite store to copy, in a temporary folder.
final class SourceFile: Sendable {
    private let folder = NSTemporaryDirectory() + "gatehouse-copy-" + UUID().uuidString
    let store: SQLiteStore

    init() throws {
        store = try SQLiteStore(path: folder + "/gatehouse.sqlite")
    }

    /// Returns a snapshot of the current records.
    func snapshot() async throws -> SQLiteSnapshot {
        try await SQLiteSnapshot(of: folder + "/gatehouse.sqlite")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
