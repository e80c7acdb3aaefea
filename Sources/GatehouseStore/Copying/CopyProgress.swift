/// How far a copy is.
package struct CopyProgress: Sendable, Equatable {
    package let table: CopiedTable
    /// The rows of all tables that have been read so far.
    package let rows: Int
    /// The rows of all tables.
    package let total: Int

    package init(table: CopiedTable, rows: Int, total: Int) {
        self.table = table
        self.rows = rows
        self.total = total
    }
}
