import Foundation
import GRDB
package import GatehouseStore
import GatehouseThreads

/// A file that receives all records of another backend, in one transaction.
package struct SQLiteCopyTarget: CopyTarget {
    private let path: String

    /// - Parameter path: The database file, which is created if it is missing.
    package init(path: String) {
        self.path = path
    }

    package func fill(
        from source: some CopySource,
        progress: @escaping @Sendable (CopyProgress) -> Void
    ) async throws(CopyError) -> RowCounts {
        let result: Result<RowCounts, CopyError>
        do throws(WorkRejection) {
            result = try await ThreadPool(name: "gatehouse-copy", threads: 1).run(ignoresCancellation: true) {
                Result { () throws(CopyError) in try fillFile(from: source, progress: progress) }
            }
        } catch {
            throw .target(.unavailable("The copy did not start."))
        }
        return try result.get()
    }

    /// Opens the file, and fills it in one transaction.
    ///
    /// Blocks.
    private func fillFile(
        from source: some CopySource,
        progress: @Sendable (CopyProgress) -> Void
    ) throws(CopyError) -> RowCounts {
        let (queue, lock): (DatabaseQueue, ServerLock)
        do { (queue, lock) = try open() } catch { throw .target(StoreError(error)) }
        defer {
            try? queue.close()
            lock.release()
        }
        return try queue.writeWithoutTransaction { db in
            Result { () throws(CopyError) in
                let transaction = SQLiteCopyTransaction(db: db)
                defer { transaction.end() }
                return try transaction.run(from: source, progress: progress)
            }
        }.get()
    }

    /// Opens the file, which no server may use meanwhile.
    private func open() throws -> (DatabaseQueue, ServerLock) {
        let file = DatabaseFile(path: path)
        return try file.exclusively {
            try file.create()
            try file.requireWritable()
            let lock = try ServerLock(of: file.realPath)
            let queue = try DatabaseQueue(path: path, configuration: .gatehouse)
            try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
            try SQLiteMigrations.migrate(queue)
            return (queue, lock)
        }
    }
}

/// The transaction of a copy.
struct SQLiteCopyTransaction: CopyTransaction {
    let db: Database

    func begin() throws(CopyError) {
        do {
            try db.beginTransaction(.immediate)
        } catch DatabaseError.SQLITE_BUSY {
            throw .busy
        } catch {
            throw .target(StoreError(error))
        }
    }

    func count(of table: TableName) throws(CopyError) -> Int {
        try target { try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table.name)") ?? 0 }
    }

    func insert(_ table: TableName, of source: some CopySource, copied: () -> Void) throws(CopyError) {
        let names: [String]
        do { names = try source.columns(of: table) } catch { throw .source(error) }
        let own = try target { try db.columns(in: table.name).map(\.name) }
        if let name = Set(names).symmetricDifference(own).min() { throw .unknownColumn(table, name) }
        let places = names.map { _ in "?" }.joined(separator: ", ")
        let statement = try target {
            try db.makeStatement(
                sql: "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(places))"
            )
        }
        try source.forEachRow(of: table) { row throws(CopyError) in
            do {
                try statement.execute(arguments: StatementArguments(row.map(\.databaseValue)))
            } catch {
                throw .refused(table, StoreError(error))
            }
            copied()
        }
    }

    func commit() throws(CopyError) {
        try target { try db.commit() }
        // Updates the planner's statistics; a failure is ignored.
        try? db.execute(sql: "ANALYZE")
    }

    /// Rolls back unless the rows were committed.
    func end() {
        if db.isInsideTransaction { try? db.rollback() }
    }

    private func target<Value>(_ body: () throws -> Value) throws(CopyError) -> Value {
        do { return try body() } catch { throw .target(StoreError(error)) }
    }
}

extension ColumnValue {
    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let data): data.databaseValue
        }
    }
}
