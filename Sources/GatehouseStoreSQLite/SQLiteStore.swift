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

    /// Opens the file, after making it and bringing its schema up to date where needed.
    ///
    /// Blocks while it does.
    ///
    /// - Parameter path: the database file. A directory that is missing is made with mode 0700, the file with 0600.
    /// - Throws: ``StoreError/unavailable(_:)`` when the file cannot be opened or was made by a newer version;
    ///   ``StoreError/corrupt(_:)`` when it is no database.
    package init(path: String) throws(StoreError) {
        do {
            let file = DatabaseFile(path: path)
            pool = try file.exclusively {
                try file.create()
                let pool = try DatabasePool(path: path, configuration: .gatehouse)
                try Migrations.bringUpToDate(pool)
                return pool
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

    /// Finishes the commits under way and closes the file.
    ///
    /// What is asked of the store later is unavailable.
    package func close() async throws(StoreError) {
        await committer.close()
        reader.close()
        let pool = pool
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Result { try pool.close() }.mapError(StoreError.init))
            }
        }
        try result.get()
    }

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
