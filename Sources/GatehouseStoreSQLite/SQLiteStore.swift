import Foundation
import GRDB
package import GatehouseStore

/// Everything in one SQLite file, for a server on one machine.
///
/// Writes of all callers go through one writer that commits many of them together (``GroupCommitter``); reads run beside it
/// on connections of their own, many together too (``GroupReader``). Other processes may use the same file at the same time.
package final class SQLiteStore: Store {
    package let isShared = false
    let committer: GroupCommitter
    private let reader: GroupReader
    private let pool: DatabasePool
    private let path: String
    private let lock: ServerLock?

    /// Opens the file, after making it and bringing its schema up to date where needed.
    ///
    /// Blocks while it does.
    ///
    /// - Parameters:
    ///   - path: the database file. A directory that is missing is made with mode 0700, the file with 0600.
    ///   - isServer: Whether this process serves the file, as one process does at a time; others may open it as well.
    /// - Throws: ``StoreError/unavailable(_:)`` when the file cannot be opened, was made by a newer version, or has a
    ///   server already; ``StoreError/corrupt(_:)`` when it is no database.
    package init(path: String, isServer: Bool = false) throws(StoreError) {
        self.path = path
        do {
            let file = DatabaseFile(path: path)
            (pool, lock) = try file.exclusively {
                try file.create()
                let lock = isServer ? try ServerLock(of: file.realPath) : nil
                let pool = try DatabasePool(path: path, configuration: .gatehouse)
                try Migrations.bringUpToDate(pool)
                return (pool, lock)
            }
            committer = try GroupCommitter(pool)
            reader = GroupReader(pool)
        } catch {
            throw StoreError(error)
        }
    }

    deinit {
        reader.close()
    }

    /// Finishes pending commits and closes the file, which then needs no log.
    ///
    /// What is asked of the store later is unavailable.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` when a server leaves commits in the log beside the file, because
    ///   another process reads it.
    package func close() async throws(StoreError) {
        await committer.close()
        reader.close()
        let (pool, path, isServer) = (pool, path, lock != nil)
        defer { lock?.release() }
        try await SQLiteCopy.inBackground {
            let written = Result { try Self.finish(pool, path, isServer: isServer) }
            // The writer is closed last: only then does SQLite empty and delete its log.
            pool.invalidateReadOnlyConnections()
            try pool.close()
            try written.get()
        }
    }

    /// Waits for the readers of this process, and in a server moves SQLite's log into the file.
    ///
    /// A command leaves the log to SQLite, because a server may be using it.
    private static func finish(_ pool: DatabasePool, _ path: String, isServer: Bool) throws {
        do {
            try pool.barrierWriteWithoutTransaction { db in
                guard isServer else { return }
                try db.execute(sql: "PRAGMA busy_timeout = \(closingTimeout)")
                _ = try db.checkpoint(.truncate)
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw StoreError.unavailable(
                "Another process is reading \(path), so the last commits are still in \(path)-wal. Keep the two files together."
            )
        }
    }

    /// The milliseconds that closing waits for other processes to finish reading.
    private static let closingTimeout = 2000

    package func commit(_ changes: [Change]) async throws(StoreError) {
        guard !changes.isEmpty else { return }
        try await committer.perform { db in
            for (position, change) in changes.enumerated() {
                guard try db.holds({ try db.apply(change) }) else { throw StoreError.conflict(at: position) }
            }
        }
    }

    package func checkHealth() async throws(StoreError) {
        let written = try await committer.perform { db in
            try db.run("UPDATE health SET checks = checks + 1")
        }
        let read = try await read { db in
            try db.first("health", "SELECT checks FROM health") { try $0.integer("checks") }
        }
        guard written == 1, read != nil else { throw .corrupt("health.checks") }
    }

    /// Looks up a row or a few; sees every commit that has returned.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await reader.perform(body)
    }

    /// The same for what may take long: on a connection of its own, so that no lookup waits behind it.
    func readAtLength<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            pool.asyncRead { db in
                continuation.resume(returning: Result { try body(db.get()) }.mapError(StoreError.init))
            }
        }
        return try result.get()
    }
}
