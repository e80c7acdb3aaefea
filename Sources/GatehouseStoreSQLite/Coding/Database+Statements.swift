import GRDB
import GatehouseStore

/// Statements, each prepared once per connection.
extension Database {
    typealias Value = (any DatabaseValueConvertible)?

    /// Executes a statement; answers how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    /// Adds a row; answers whether it did, which it does not when the condition fails or one of its unique values is taken.
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

    /// Alters rows; answers how many.
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

    /// The first row that a query finds.
    func first<Record>(
        _ kind: String,
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ decode: (RowReader) throws -> Record
    ) throws -> Record? {
        let rows = try FoundRows(kind, sql, arguments, in: self)
        return try rows.next().map(decode)
    }

    /// All rows that a query finds.
    func all<Record>(
        _ kind: String,
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ decode: (RowReader) throws -> Record
    ) throws -> [Record] {
        let rows = try FoundRows(kind, sql, arguments, in: self)
        var records: [Record] = []
        while let row = try rows.next() { records.append(try decode(row)) }
        return records
    }

    /// Runs a write; answers `false` also when a row it puts in names an account or a client that does not exist.
    func holds(_ write: () throws -> Bool) throws -> Bool {
        do {
            return try write()
        } catch DatabaseError.SQLITE_CONSTRAINT_FOREIGNKEY {
            return false
        }
    }
}
