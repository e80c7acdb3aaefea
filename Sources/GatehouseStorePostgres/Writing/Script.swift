import GatehouseStore

/// The statements of one commit, in order.
///
/// What a change depends on is checked by the statement that makes it, so that nobody waits for an answer before the next one is sent:
/// a statement that has to change exactly one row divides by the number of rows it changed, and fails when that is none.
///
/// READ COMMITTED, where each statement sees what was committed before it began, is enough for that, because each condition is about rows that the
/// statement locks. Whoever finds a row locked by another commit waits for it to end, and PostgreSQL then looks at the row, and at the
/// condition, again, as they are by then. So of two that take a single-use thing, the second finds it taken. An insert that meets
/// another one of the same key waits likewise. A condition on a row that is only looked at locks it (`FOR SHARE`).
struct Script: Sendable {
    struct Step: Sendable {
        let query: Query
        /// The position of the change that it is part of.
        let position: Int
    }

    private(set) var steps: [Step] = []
    /// The counters that it alters.
    private(set) var counters: Set<String> = []
    /// Of the change that is being written down.
    private var position = 0

    init(_ changes: [Change]) throws(StoreError) {
        for (position, change) in changes.enumerated() {
            self.position = position
            try append(change)
        }
    }

    /// One statement alone, and the counters that it alters.
    init(_ sql: SQL, altering counters: Set<String> = []) {
        self.counters = counters
        run(sql)
    }

    /// Notes that the change alters a counter.
    mutating func alter(counter key: String) {
        counters.insert(key)
    }

    /// A statement without a condition.
    mutating func run(_ sql: SQL) {
        steps.append(Step(query: Query(sql), position: position))
    }

    /// A statement that has to change one row.
    ///
    /// - Parameters:
    ///   - sql: The statement, without `RETURNING`.
    ///   - locks: Other rows that its condition is about, each a `WITH` query by its name.
    mutating func require(_ sql: SQL, given locks: [SQL] = []) {
        let changed: SQL = "changed AS (\(sql) RETURNING 1)"
        run("WITH \(SQL.joined(locks + [changed], by: ", ")) SELECT 1 / count(*) FROM changed")
    }

    /// Adds a row; conflicts when one of its unique values is taken.
    ///
    /// "Do nothing" instead of the error that PostgreSQL has for it, whose text, with the value, would get into the server's log.
    mutating func insert(
        into table: String,
        _ values: KeyValuePairs<String, any Storable>,
        where condition: SQL? = nil,
        given locks: [SQL] = []
    ) {
        require("\(Self.insertion(into: table, values, where: condition)) ON CONFLICT DO NOTHING", given: locks)
    }

    /// Adds a row, unless one of its unique values is taken.
    mutating func insertIfNew(into table: String, _ values: KeyValuePairs<String, any Storable>) {
        run("\(Self.insertion(into: table, values)) ON CONFLICT DO NOTHING")
    }

    /// Alters one row; conflicts when the condition is true of none.
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
