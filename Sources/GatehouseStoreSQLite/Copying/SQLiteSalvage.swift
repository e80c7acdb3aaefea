import Foundation
import GRDB
package import GatehouseStore
import GatehouseStoreSQL

/// The recovery of the readable rows of a damaged file.
///
/// A row is found by reading its table from either end up to the damage, and by its key in any index. A row is lost if
/// its page is unreadable, or if a record that it refers to is lost. Damage inside of a value is not noticed.
package struct SQLiteSalvage: Sendable {
    /// The rows of a table.
    package struct Outcome: Sendable, Equatable {
        package let kept: Int
        /// The number of rows that the most complete index lists, or the table itself, beyond those kept; `nil` if none
        /// can be read.
        package let lost: Int?
    }

    private let source: String
    private let path: String

    /// - Parameters:
    ///   - source: The damaged file.
    ///   - path: The path of the file to create.
    package init(from source: String, to path: String) {
        self.source = source
        self.path = path
    }

    /// Writes the new file and returns once it is durable.
    ///
    /// - Throws: ``StoreError/damaged(_:)`` if nothing can be read, ``StoreError/unavailable(_:)`` if a file cannot be
    ///   read or written, or a server is running.
    package func run() async throws(StoreError) -> [TableName: Outcome] {
        // A copied link would lead to the damaged file itself, whose log is beside the target.
        let source = DatabaseFile(path: source).realPath
        return try await SQLiteCopy.inBackground {
            // A running server would change the files while they are copied.
            let lock = try ServerLock(ofStoppedServerAt: source)
            defer { lock?.release() }
            // Reads a copy with its write-ahead log, because reading such a file creates others beside it.
            let copy = path + ".damaged"
            defer { for suffix in Self.suffixes { try? FileManager.default.removeItem(atPath: copy + suffix) } }
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: source + suffix) {
                try FileManager.default.copyItem(atPath: source + suffix, toPath: copy + suffix)
            }
            let damaged = try DatabaseQueue(path: copy, configuration: .gatehouse)
            try DatabaseFile(path: path).create()
            let target = try DatabaseQueue(path: path, configuration: .gatehouse)
            let outcomes = try damaged.inDatabase { try Self.copy(from: $0, to: target) }
            try damaged.close()
            try target.close()
            return outcomes
        }
    }

    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    private static func copy(from damaged: Database, to target: DatabaseQueue) throws -> [TableName: Outcome] {
        try damaged.execute(sql: "PRAGMA query_only = 1")
        guard try damaged.tableExists(TableName.accounts.name) else {
            throw StoreError.unavailable("The file contains no Gatehouse data.")
        }
        // The rows are those of an older schema if the file is older; it is upgraded afterwards.
        let sql = "SELECT COUNT(*) FROM grdb_migrations"
        let version = (try? Int.fetchOne(damaged, sql: sql)) ?? SQLiteMigrations.steps.count
        guard version <= SQLiteMigrations.steps.count else { throw SQLiteMigrations.newerVersion }
        try SQLiteMigrations.migrate(target, by: Array(SQLiteMigrations.steps.prefix(version)))
        var outcomes: [TableName: Outcome] = [:]
        try target.write { db in
            for table in TableName.allCases where try db.tableExists(table.name) {
                outcomes[table] = try TableSalvage(table, from: damaged, to: db).run()
            }
        }
        try SQLiteMigrations.migrate(target)
        return outcomes
    }
}

/// The recovery of one table.
private struct TableSalvage {
    private let table: String
    private let damaged: Database
    private let target: Database
    private let columns: [String]
    /// The columns that identify a row.
    private let key: [String]
    /// The insertion of a row; one that was copied before is ignored.
    private let insertion: String

    init(_ table: TableName, from damaged: Database, to target: Database) throws {
        self.table = table.name
        self.damaged = damaged
        self.target = target
        columns = try target.columns(in: table.name).map(\.name)
        key = try target.primaryKey(table.name).columns
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        insertion = "INSERT OR IGNORE INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }

    func run() throws -> SQLiteSalvage.Outcome {
        if try !copy("") {
            _ = try copy("ORDER BY \(key.map { "\($0) DESC" }.joined(separator: ", "))")
            for index in try indexes() { try copyRows(in: index) }
        }
        let kept = try Int.fetchOne(target, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
        return SQLiteSalvage.Outcome(kept: kept, lost: try listedCount().map { max(0, $0 - kept) })
    }

    /// Copies the rows of a query.
    ///
    /// - Returns: Whether there was no damage.
    private func copy(_ clause: String, _ arguments: StatementArguments = []) throws -> Bool {
        let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(table) NOT INDEXED \(clause)"
        return try forEachRow(sql, arguments: arguments) { try insert($0) }
    }

    /// Reads the rows of a query of the damaged file until its end or the first damage.
    ///
    /// - Returns: Whether the end was reached.
    private func forEachRow(
        _ sql: String,
        arguments: StatementArguments = [],
        _ take: ([DatabaseValue]) throws -> Void
    ) throws -> Bool {
        guard let rows = try? Row.fetchCursor(damaged, sql: sql, arguments: arguments) else { return false }
        while true {
            let row: Row?
            do { row = try rows.next() } catch is DatabaseError { return false }
            guard let row else { return true }
            try take(Array(row.databaseValues))
        }
    }

    /// Inserts a row, unless the damage has made it invalid or a record that it refers to is lost.
    private func insert(_ values: [DatabaseValue]) throws {
        do {
            // A statement that failed cannot be executed again; the cache has a new one then.
            try target.cachedStatement(sql: insertion).execute(arguments: StatementArguments(values))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return
        }
    }

    /// Copies each row whose key is in an index, which is read from either end.
    private func copyRows(in index: (name: String, column: String)) throws {
        let condition = key.map { "\($0) = ?" }.joined(separator: " AND ")
        let known = try target.makeStatement(sql: "SELECT 1 FROM \(table) WHERE \(condition)")
        for direction in ["ASC", "DESC"] {
            let sql = """
                SELECT \(key.joined(separator: ", ")) FROM \(table) INDEXED BY \(index.name)
                ORDER BY \(index.column) \(direction)
                """
            let isWhole = try forEachRow(sql) { key in
                let arguments = StatementArguments(key)
                guard try Row.fetchOne(known, arguments: arguments) == nil else { return }
                _ = try copy("WHERE \(condition)", arguments)
            }
            if isWhole { return }
        }
    }

    /// Returns the complete indexes, each with its first column.
    private func indexes() throws -> [(name: String, column: String)] {
        let sql = """
            SELECT list.name, info.name FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
            WHERE list.partial = 0 AND info.seqno = 0 AND info.name IS NOT NULL
            """
        return try Row.fetchAll(target, sql: sql, arguments: [table]).map { ($0[0], $0[1]) }
    }

    /// Returns the highest number of rows that the table or one of its indexes has.
    private func listedCount() throws -> Int? {
        let sources = ["NOT INDEXED"] + (try indexes().map { "INDEXED BY \($0.name)" })
        return sources.compactMap { source in
            (try? Int.fetchOne(damaged, sql: "SELECT COUNT(*) FROM \(table) \(source)")).flatMap(\.self)
        }.max()
    }
}
