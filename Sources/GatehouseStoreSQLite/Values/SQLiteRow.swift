import Foundation
import GRDB
import GRDBSQLite
import GatehouseStoreSQL

/// The row of a statement's result.
struct SQLiteRow: SQLColumns {
    /// The statement, positioned at the row.
    private let statement: Statement

    init(_ statement: Statement) {
        self.statement = statement
    }

    func text(_ column: String) throws(InvalidColumn) -> String? { try value(column) }

    func integer(_ column: String) throws(InvalidColumn) -> Int64? { try value(column) }

    func bool(_ column: String) throws(InvalidColumn) -> Bool? { try integer(column).map { $0 != 0 } }

    func data(_ column: String) throws(InvalidColumn) -> Data? { try value(column) }

    private func value<Value: DatabaseValueConvertible>(_ column: String) throws(InvalidColumn) -> Value? {
        guard let index = statement.index(ofColumn: column) else { throw InvalidColumn() }
        let stored = unsafe DatabaseValue(sqliteStatement: statement.sqliteStatement, index: CInt(index))
        if stored.isNull { return nil }
        guard let value = Value.fromDatabaseValue(stored) else { throw InvalidColumn() }
        return value
    }
}

/// An iterator over the rows of a query.
///
/// GRDB's own cursors look up the column names for each query, which takes longer than finding a row by key; a
/// statement caches them. Statements must therefore name their columns: the columns of `*` change when another process
/// migrates the schema.
struct SQLiteRowIterator: ~Copyable {
    private let database: Database
    private let statement: Statement
    private let kind: String

    init(_ query: SQLQuery, in database: Database) throws {
        let statement = try database.cachedStatement(sql: query.text.sqlite)
        try statement.bind(query.parameters)
        self.database = database
        self.statement = statement
        kind = query.kind
    }

    deinit {
        // The result code was returned by the last step already.
        unsafe sqlite3_reset(statement.sqliteStatement)
    }

    /// Returns the next row, which is valid until the following call.
    func next() throws -> SQLRow? {
        let code = unsafe sqlite3_step(statement.sqliteStatement)
        switch code {
        case SQLITE_ROW: return SQLRow(SQLiteRow(statement), of: kind)
        case SQLITE_DONE: return nil
        default: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }
}
