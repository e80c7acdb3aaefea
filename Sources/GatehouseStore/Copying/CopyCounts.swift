/// How many rows each table has, on one side of a copy.
package struct CopyCounts: Sendable, Equatable {
    private var rows: [CopiedTable: Int] = [:]

    package init() {}

    package subscript(table: CopiedTable) -> Int {
        get { rows[table] ?? 0 }
        set { rows[table] = newValue }
    }

    /// The rows of all tables.
    package var total: Int { rows.values.reduce(0, +) }
}
