import GRDB
package import GatehouseStore
import GatehouseThreads

extension SQLiteStore {
    /// The size in bytes up to which every start checks the file; it takes about a second of one processor.
    private static let smallSize = 64 << 20

    /// Checks every table and its indexes on a connection of its own, with a snapshot for each table, so that the
    /// write-ahead log does not grow for longer.
    ///
    /// At the start, a large file is only checked if the last server did not stop properly.
    package func checkIntegrity(atStart: Bool) async throws(StoreError) {
        guard !atStart || wasInterrupted || file.size <= Self.smallSize else { return }
        do {
            let check = try await IntegrityCheck(of: file.path)
            // An open connection would keep the write-ahead log when the server stops.
            defer { check.close() }
            try await withTaskCancellationHandler {
                try await check.run()
            } onCancel: {
                check.interrupt()
            }
        } catch {
            let failure = StoreError(error)
            damage.record(failure)
            throw failure
        }
    }
}

/// A search for damage in a database file, which is not changed.
struct IntegrityCheck: Sendable {
    private let queue: DatabaseQueue

    init(of path: String) async throws(StoreError) {
        queue = try await SQLiteCopy.inBackground {
            var configuration = Configuration.gatehouse
            configuration.readonly = true
            return try DatabaseQueue(path: path, configuration: configuration)
        }
    }

    /// Ends the check with an error.
    func interrupt() { queue.interrupt() }

    func close() { try? queue.close() }

    /// Checks table by table.
    ///
    /// - Throws: ``StoreError/damaged(_:)`` with the name of the damaged table.
    func run() async throws(StoreError) {
        let queue = queue
        let tables = try await SQLiteCopy.inBackground(at: .low) {
            try queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'") }
        }
        for table in tables where !Task.isCancelled {
            try await SQLiteCopy.inBackground(at: .low) {
                let result = try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check(\(table))") }
                guard result == "ok" else { throw StoreError.damagedFile("found in table \(table)") }
            }
        }
    }
}
