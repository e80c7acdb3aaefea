import GatehouseStore

/// A source that fails at the last row of a table, or reports a wrong number of rows.
struct InterruptedSource<Base: CopySource>: CopySource {
    let base: Base
    let table: TableName
    /// Called before the last row of the table is passed on.
    let interrupt: @Sendable () throws(CopyError) -> Void
    /// The number of rows reported in addition.
    var surplus = 0

    func count(of table: TableName) throws(StoreError) -> Int {
        try base.count(of: table) + (table == self.table ? surplus : 0)
    }

    func columns(of table: TableName) throws(StoreError) -> [String] {
        try base.columns(of: table)
    }

    func months(of table: TableName) throws(StoreError) -> Set<Month> {
        try base.months(of: table)
    }

    func forEachRow(
        of table: TableName,
        _ take: ([ColumnValue]) throws(CopyError) -> Void
    ) throws(CopyError) {
        var rows: [[ColumnValue]] = []
        try base.forEachRow(of: table) { row throws(CopyError) in rows.append(row) }
        for (index, row) in rows.enumerated() {
            if table == self.table, index == rows.count - 1 { try interrupt() }
            try take(row)
        }
    }
}
