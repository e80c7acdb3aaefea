import Foundation
import GatehouseStore
import GatehouseStoreSQLite

/// A store in a file that is to be copied, in a folder that is deleted with it.
final class SourceFile: Sendable {
    private let folder = NSTemporaryDirectory() + "gatehouse-copy-" + UUID().uuidString
    let store: SQLiteStore

    init() throws {
        store = try SQLiteStore(path: folder + "/gatehouse.sqlite")
    }

    /// What it holds now, while it is open.
    func snapshot() async throws -> SQLiteSnapshot {
        try await SQLiteSnapshot(of: folder + "/gatehouse.sqlite")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
