import GRDB
import GatehouseStore

/// Statements, prepared once per connection.
extension Database {
    typealias Value = (any DatabaseValueConvertible)?

    /// Executes a statement and returns the number of changed rows.
    @discardableResult
    func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    /// Inserts a row and returns whether it did; it does not if the condition fails or a unique value exists.
    func insert(
        into table: String,
        _ values: KeyValuePairs<String, Value>,
        where condition: String = "true",
        _ arguments: [Value] = []
    ) throws -> Bool {
        let columns = values.map(\.key).joined(separator: ", ")
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        let sql = "INSERT INTO \(table) (\(columns)) SELECT \(marks) WHERE \(condition) ON CONFLICT DO NOTHING"
        return try run(sql, StatementArguments(values.map(\.value) + arguments)) == 1
    }

    /// Updates rows and returns their number.
    func update(
        _ table: String,
        _ values: KeyValuePairs<String, Value>,
        where condition: String,
        _ arguments: [Value]
    ) throws -> Int {
        let assignments = values.map { "\($0.key) = ?" }.joined(separator: ", ")
        let sql = "UPDATE \(table) SET \(assignments) WHERE \(condition)"
        return try run(sql, StatementArguments(values.map(\.value) + arguments))
    }

    /// Returns the first row of a query.
    func first<Record>(
        _ kind: String,
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ decode: (SQLiteRow) throws -> Record
    ) throws -> Record? {
        let rows = try SQLiteRowIterator(kind, sql, arguments, in: self)
        return try rows.next().map(decode)
    }

    /// Returns all rows of a query.
    func all<Record>(
        _ kind: String,
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ decode: (SQLiteRow) throws -> Record
    ) throws -> [Record] {
        let rows = try SQLiteRowIterator(kind, sql, arguments, in: self)
        var records: [Record] = []
        while let row = try rows.next() { records.append(try decode(row)) }
        return records
    }

    /// Runs a write; also returns `false` if an inserted row references an account or client that does not exist.
    func returningForeignKeyConflicts(_ write: () throws -> Bool) throws -> Bool {
        do {
            return try write()
        } catch DatabaseError.SQLITE_CONSTRAINT_FOREIGNKEY {
            return false
        }
    }
}
