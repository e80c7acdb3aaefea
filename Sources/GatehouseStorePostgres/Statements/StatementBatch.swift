import GatehouseStore

/// The statements of one commit, in order.
///
/// Each statement checks the condition of its change, so that all can be sent without waiting for results: a statement
/// that must change exactly one row divides by the number of changed rows, and fails if it is zero.
///
/// READ COMMITTED is sufficient, because each condition is about rows that the statement locks. A statement that finds
/// a row locked by another commit waits for its end, and PostgreSQL then evaluates the condition again on the new row
/// version. So of two commits that consume a single-use record, the second finds it consumed. An insert that meets
/// another one of the same key waits likewise. A condition on a row that is only read locks it (`FOR SHARE`).
struct StatementBatch: Sendable {
    struct Statement: Sendable {
        let query: PreparedQuery
        /// The position of its change in the commit.
        let position: Int
    }

    private(set) var statements: [Statement] = []
    /// The counters that the commit changes.
    private(set) var counters: Set<String> = []
    /// The position of the change that is being appended.
    private var position = 0

    init(_ changes: [Change]) throws(StoreError) {
        for (position, change) in changes.enumerated() {
            self.position = position
            try append(change)
        }
    }

    /// Creates a batch of one statement, which changes the given counters.
    init(_ sql: SQL, altering counters: Set<String> = []) {
        self.counters = counters
        run(sql)
    }

    /// Records that the commit changes a counter.
    mutating func alter(counter key: String) {
        counters.insert(key)
    }

    /// Appends a statement without a condition.
    mutating func run(_ sql: SQL) {
        statements.append(Statement(query: PreparedQuery(sql), position: position))
    }

    /// Appends a statement that must change one row.
    ///
    /// - Parameters:
    ///   - sql: The statement, without `RETURNING`.
    ///   - locks: The locks on other rows of the condition, as named `WITH` queries.
    mutating func require(_ sql: SQL, given locks: [SQL] = []) {
        let changed: SQL = "changed AS (\(sql) RETURNING 1)"
        run("WITH \(SQL.joined(locks + [changed], by: ", ")) SELECT 1 / count(*) FROM changed")
    }

    /// Inserts a row; conflicts if a unique value exists.
    ///
    /// Uses `DO NOTHING`, because PostgreSQL's error would write the value to the database server's log.
    mutating func insert(
        into table: String,
        _ values: KeyValuePairs<String, any Storable>,
        where condition: SQL? = nil,
        given locks: [SQL] = []
    ) {
        require("\(Self.insertion(into: table, values, where: condition)) ON CONFLICT DO NOTHING", given: locks)
    }

    /// Inserts a row, unless a unique value exists.
    mutating func insertIfNew(into table: String, _ values: KeyValuePairs<String, any Storable>) {
        run("\(Self.insertion(into: table, values)) ON CONFLICT DO NOTHING")
    }

    /// Updates one row; conflicts if the condition holds for none.
    mutating func update(_ table: String, _ values: KeyValuePairs<String, any Storable>, where condition: SQL) {
        require("UPDATE \(name: table) SET \(SQL.assignments(values)) WHERE \(condition)")
    }

    private static func insertion(
        into table: String,
        _ values: KeyValuePairs<String, any Storable>,
        where condition: SQL? = nil
    ) -> SQL {
        let columns = values.map(\.key).joined(separator: ", ")
        let list = SQL.list(values.map(\.value))
        let source: SQL = if let condition { "SELECT \(list) WHERE \(condition)" } else { "VALUES (\(list))" }
        return "INSERT INTO \(name: table) (\(name: columns)) \(source)"
    }
}
