import Foundation
import GRDB
import GRDBSQLite
import GatehouseStore
import GatehouseWire

/// A row with strictly typed columns: other values throw ``StoreError/corrupt(_:)``, which names record type and column
/// only.
struct SQLiteRow {
    /// The statement, positioned at the row.
    private let statement: Statement
    private let kind: String

    init(_ statement: Statement, of kind: String) {
        self.statement = statement
        self.kind = kind
    }

    /// Returns a column value of a type that SQLite supports.
    func optional<Value: DatabaseValueConvertible>(_ column: String, _ type: Value.Type) throws(StoreError) -> Value? {
        guard let index = statement.index(ofColumn: column) else { throw corrupt(column) }
        let stored = unsafe DatabaseValue(sqliteStatement: statement.sqliteStatement, index: CInt(index))
        if stored.isNull { return nil }
        guard let value = Value.fromDatabaseValue(stored) else { throw corrupt(column) }
        return value
    }

    func required<Value: DatabaseValueConvertible>(_ column: String, _ type: Value.Type) throws(StoreError) -> Value {
        guard let value = try optional(column, type) else { throw corrupt(column) }
        return value
    }

    func text(_ column: String) throws(StoreError) -> String { try required(column, String.self) }

    func optionalText(_ column: String) throws(StoreError) -> String? { try optional(column, String.self) }

    func integer(_ column: String) throws(StoreError) -> Int { try required(column, Int.self) }

    func bool(_ column: String) throws(StoreError) -> Bool { try integer(column) != 0 }

    func data(_ column: String) throws(StoreError) -> Data { try required(column, Data.self) }

    func date(_ column: String) throws(StoreError) -> Date { Date(milliseconds: try required(column, Int64.self)) }

    func optionalDate(_ column: String) throws(StoreError) -> Date? {
        try optional(column, Int64.self).map(Date.init(milliseconds:))
    }

    /// Returns an identifier or a value of an enumeration.
    func value<Value: RawRepresentable<String>>(_ column: String) throws(StoreError) -> Value {
        guard let value = Value(rawValue: try text(column)) else { throw corrupt(column) }
        return value
    }

    func optionalValue<Value: RawRepresentable<String>>(_ column: String) throws(StoreError) -> Value? {
        try optionalText(column) == nil ? nil : value(column)
    }

    func scopes(_ column: String) throws(StoreError) -> ScopeSet {
        guard let scopes = ScopeSet(parsing: try text(column)) else { throw corrupt(column) }
        return scopes
    }

    /// Returns a JSON value that many rows have in common.
    func sharedJSON<Value: Decodable & Sendable>(_ column: String) throws(StoreError) -> Value {
        do { return try DecodedJSON.shared.value(of: try text(column), as: Value.self) } catch { throw corrupt(column) }
    }

    func optionalSharedJSON<Value: Decodable & Sendable>(_ column: String) throws(StoreError) -> Value? {
        guard try optionalText(column) != nil else { return nil }
        let value: Value = try sharedJSON(column)
        return value
    }

    func json<Value: Decodable & Sendable>(_ column: String) throws(StoreError) -> Value {
        do {
            return try DecodedJSON.shared.ownValue(of: try text(column))
        } catch {
            throw corrupt(column)
        }
    }

    func optionalJSON<Value: Decodable & Sendable>(_ column: String) throws(StoreError) -> Value? {
        try optionalText(column) == nil ? nil : json(column)
    }

    func corrupt(_ column: String) -> StoreError { .corrupt("\(kind).\(column)") }
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

    init(_ kind: String, _ sql: String, _ arguments: StatementArguments, in database: Database) throws {
        let statement = try database.cachedStatement(sql: sql)
        try statement.setArguments(arguments)
        self.database = database
        self.statement = statement
        self.kind = kind
    }

    deinit {
        // The result code was returned by the last step already.
        unsafe sqlite3_reset(statement.sqliteStatement)
    }

    /// Returns the next row, which is valid until the following call.
    func next() throws -> SQLiteRow? {
        let code = unsafe sqlite3_step(statement.sqliteStatement)
        switch code {
        case SQLITE_ROW: return SQLiteRow(statement, of: kind)
        case SQLITE_DONE: return nil
        default: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }
}
