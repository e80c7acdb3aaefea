import GatehouseStore

/// The columns in which a type of record is stored, and the statements that follow from them.
struct SQLTable<Record>: Sendable {
    typealias Column = (name: String, value: @Sendable (Record) throws(StoreError) -> SQLValue)

    private let name: String
    private let columns: [Column]

    init(_ name: String, _ columns: [Column]) {
        self.name = name
        self.columns = columns
    }

    /// Returns the values of all columns, in order.
    func values(of record: Record) throws(StoreError) -> [SQLValue] {
        var values: [SQLValue] = []
        values.reserveCapacity(columns.count)
        for column in columns { values.append(try column.value(record)) }
        return values
    }

    /// The names of all columns, separated by commas.
    ///
    /// Statements name their columns: the columns of `*` change when another process migrates the schema.
    var columnList: String { columns.map(\.name).joined(separator: ", ") }

    /// Returns the names of all columns, qualified by a table.
    func columnList(of table: String) -> String {
        columns.map { "\(table).\($0.name)" }.joined(separator: ", ")
    }

    var selection: String { "SELECT \(columnList) FROM \(name)" }

    /// Returns the parameter of a column in ``insertion(where:)`` and ``update(where:)``.
    func parameter(_ column: String) -> String {
        "$\((columns.firstIndex { $0.name == column } ?? columns.count) + 1)"
    }

    /// Returns a statement that inserts a row, unless a unique value exists or the condition does not hold.
    ///
    /// Uses `DO NOTHING`, because PostgreSQL's error would write the value to the database server's log.
    func insertion(where condition: String? = nil) -> String {
        let source = condition.map { "SELECT \(parameters) WHERE \($0)" } ?? "VALUES (\(parameters))"
        return "INSERT INTO \(name) (\(columnList)) \(source) ON CONFLICT DO NOTHING"
    }

    /// A statement that inserts a row, to which its `ON CONFLICT` clause is appended.
    var insertionWithoutConflict: String { "INSERT INTO \(name) (\(columnList)) VALUES (\(parameters))" }

    private var parameters: String { columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ") }

    /// Returns a statement that updates all columns but the first, which is the key; the parameters of the condition
    /// follow those of the columns.
    func update(where condition: String) -> String {
        let assignments = columns.indices.dropFirst().map { "\(columns[$0].name) = $\($0 + 1)" }
        return "UPDATE \(name) SET \(assignments.joined(separator: ", ")) WHERE \(condition)"
    }

    /// The parameter that follows those of the columns.
    var nextParameter: String { "$\(columns.count + 1)" }
}
