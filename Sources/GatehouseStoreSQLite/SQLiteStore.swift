import Foundation
import GRDB
package import GatehouseStore
import GatehouseStoreSQL

/// A store in one SQLite file, for a server on one machine.
///
/// Writes are committed in batches by one writer (``WriteBatcher``); reads run concurrently on connections of their
/// own, also in batches (``ReadBatcher``). Other processes may use the same file at the same time.
package final class SQLiteStore: SQLStore {
    package let isShared = false
    package let arrivals = MessageArrivals()
    let writer: WriteBatcher
    private let reader: ReadBatcher
    private let pool: DatabasePool
    let file: DatabaseFile
    let damage = DamageRecord()
    /// Whether the last server ended without emptying the write-ahead log.
    let wasInterrupted: Bool
    private let lock: ServerLock?
    /// The connection that deletes a write-ahead log created by reading; `nil` if there was one, or for writing.
    private let cleaner: DatabaseQueue?
    let metrics: StoreMetrics

    /// Opens the file, creating it and migrating its schema if necessary.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - path: The database file. A missing directory is created with mode 0700, the file with mode 0600.
    ///   - isServer: Whether this process serves the file, which only one process may do at a time.
    ///   - metrics: The metrics of its commits and reads.
    /// - Throws: ``StoreError/unavailable(_:)`` if the file cannot be opened or written, was created by a newer version
    ///   or has a server already; ``StoreError/damaged(_:)`` if it is damaged or not a database.
    package init(path: String, isServer: Bool = false, metrics: StoreMetrics = .unexposed) throws(StoreError) {
        self.metrics = metrics
        let file = DatabaseFile(path: path)
        self.file = file
        cleaner = nil
        do {
            (pool, lock, wasInterrupted) = try file.exclusively {
                try file.create()
                try file.requireWritable()
                let lock = isServer ? try ServerLock(of: file.realPath) : nil
                let hasLog = file.hasLog
                let pool = try DatabasePool(path: path, configuration: .gatehouse)
                try SQLiteMigrations.migrate(pool)
                return (pool, lock, hasLog)
            }
            writer = try WriteBatcher(pool, metrics: metrics, damage: damage)
            reader = ReadBatcher(pool, metrics: metrics, damage: damage)
        } catch {
            throw StoreError(error)
        }
    }

    /// Opens an existing file with a current schema for reading, and changes neither the file nor its write-ahead log.
    ///
    /// Blocks.
    ///
    /// - Parameter path: The database file.
    /// - Throws: ``StoreError/unavailable(_:)`` if the file cannot be opened, or a server could not write it,
    ///   ``StoreError/damaged(_:)`` if it is damaged or not a database.
    package init(reading path: String) throws(StoreError) {
        metrics = .unexposed
        lock = nil
        let file = DatabaseFile(path: path)
        self.file = file
        do {
            (pool, cleaner, wasInterrupted) = try file.exclusively {
                try file.requirePrivate()
                try file.requireWritable()
                var configuration = Configuration.unchanging(file)
                let cleaner: DatabaseQueue? =
                    try configuration.readonly ? nil : DatabaseQueue(path: path, configuration: configuration)
                configuration.readonly = true
                return (try DatabasePool(path: path, configuration: configuration), cleaner, file.hasLog)
            }
            writer = try WriteBatcher(pool, damage: damage)
            reader = ReadBatcher(pool, damage: damage)
        } catch {
            throw StoreError(error)
        }
    }

    deinit {
        reader.close()
    }

    /// Finishes pending commits and closes the file, whose write-ahead log is then empty.
    ///
    /// Later operations fail as unavailable.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if a server must leave commits in the log, because another process
    ///   reads it.
    package func close() async throws(StoreError) {
        await writer.close()
        reader.close()
        let (pool, cleaner, path, isServer) = (pool, cleaner, file.path, lock != nil)
        defer { lock?.release() }
        try await SQLiteCopy.inBackground {
            let written = Result { try Self.finish(pool, path, isServer: isServer) }
            // The writer is closed last, because SQLite then empties and deletes the log.
            pool.invalidateReadOnlyConnections()
            try pool.close()
            try cleaner?.close()
            try written.get()
        }
    }

    /// Waits for the readers of this process; in a server also checkpoints the write-ahead log.
    ///
    /// Commands leave the log unchanged, because a server may be using it.
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

    /// The time in milliseconds to wait for other processes to finish reading.
    private static let closingTimeout = 2000

    /// Runs the read of a query, which sees every commit that has returned.
    func read<Value: Sendable>(
        _ query: SQLQuery,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        guard !query.isLong else { return try await readLongRunning(body) }
        return try await metrics.read { () throws(StoreError) in try await reader.perform(body) }
    }

    /// Runs a long read on a connection of its own, so that short reads are not delayed.
    private func readLongRunning<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            pool.asyncRead { db in
                continuation.resume(returning: Result { try body(db.get()) }.mapError(StoreError.init))
            }
        }
        return try damage.value(of: result)
    }
}
