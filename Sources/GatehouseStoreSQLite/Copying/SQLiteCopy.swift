package import Foundation
import GRDB
package import GatehouseStore
import GatehouseStoreSQL
import GatehouseThreads

/// A consistent copy of a store's file, taken while servers keep using it.
package struct SQLiteCopy: Sendable {
    /// The numbers of records in a copy.
    package struct Counts: Sendable, Equatable, Codable {
        package let accounts: Int
        package let clients: Int
        package let sessions: Int
    }

    /// The age of a copy.
    package struct Version: Sendable, Equatable {
        package let schema: SchemaState
        /// The date of the newest audit event or record, if there is one.
        package let newest: Date?
    }

    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Writes the copy, readable by its owner only, and returns once it is complete and durable.
    ///
    /// Does not block other processes; the copy omits the space of deleted records.
    ///
    /// - Parameter source: The file to copy, which is neither changed nor migrated.
    /// - Throws: ``StoreError/unavailable(_:)`` if ``path`` exists, or if a file cannot be read or written.
    package func write(from source: String) async throws(StoreError) {
        let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw .unavailable("The copy \(path) cannot be created: it exists already, or its folder is missing.")
        }
        _ = close(file)
        try await Self.inBackground {
            var configuration = Configuration.gatehouse
            configuration.readonly = true
            let queue = try DatabaseQueue(path: source, configuration: configuration)
            try queue.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [path]) }
            try queue.close()
            let copy = try FileHandle(forUpdating: URL(filePath: path))
            try copy.synchronize()
            try copy.close()
        }
    }

    /// Reads the whole copy and checks its integrity.
    ///
    /// - Throws: ``StoreError/damaged(_:)`` if it is damaged, ``StoreError/unavailable(_:)`` if it does not exist.
    package func check() async throws(StoreError) -> Counts {
        try await read { db in
            let result = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
            guard result == "ok" else { throw StoreError.damagedFile("found by the integrity check") }
            let orphans = try Row.fetchOne(db, sql: "PRAGMA foreign_key_check")
            guard orphans == nil else { throw StoreError.damagedFile("a record that others refer to is missing") }
            func count(_ table: String) throws -> Int {
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
            }
            return Counts(
                accounts: try count("accounts"),
                clients: try count("clients"),
                sessions: try count("sessions")
            )
        }
    }

    /// Returns the signing keys in the copy.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if there is no copy, ``StoreError/damaged(_:)`` or
    ///   ``StoreError/corrupt(_:)`` if it cannot be read.
    package func keys() async throws(StoreError) -> [StoredKey] {
        try await read { db in try db.all(SQLQuery("key", StoredKey.all)) { row in try StoredKey(row: row) } }
    }

    /// Returns the age of the copy.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if there is no copy, or a newer version of Gatehouse created it.
    package func version() async throws(StoreError) -> Version {
        try await read { db in
            let applied = try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations")
            let known = SQLiteMigrations.steps.map(\.name)
            guard Set(applied).isSubset(of: known) else { throw SQLiteMigrations.newerVersion }
            let newest = try Int64.fetchOne(db, sql: HealthRecord.newest.sqlite)
            return Version(
                schema: SchemaState(version: applied.count, latest: known.count),
                newest: newest.map { Date(milliseconds: $0) }
            )
        }
    }

    /// Reads the file without changing it.
    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await Self.inBackground {
            var configuration = Configuration.gatehouse
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let value = try queue.read(body)
            try queue.close()
            return value
        }
    }

    static func inBackground<Value: Sendable>(
        at priority: ThreadPool.Priority = .normal,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError>
        do throws(WorkRejection) {
            let pool = ThreadPool(name: "sqlite-file", threads: 1, priority: priority)
            result = try await pool.run(ignoresCancellation: true) {
                Result { try body() }.mapError(StoreError.init)
            }
        } catch {
            throw .closed
        }
        return try result.get()
    }
}
