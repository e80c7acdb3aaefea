import GatehouseStore

/// A source with which something goes wrong where a table begins, or whose rows are not as many as it says.
struct CutSource<Base: CopySource>: CopySource {
    let base: Base
    let table: CopiedTable
    /// What happens before its last row is handed over.
    let cut: @Sendable () throws(CopyError) -> Void
    /// How many rows more it says to have.
    var surplus = 0

    func count(of table: CopiedTable) throws(StoreError) -> Int {
        try base.count(of: table) + (table == self.table ? surplus : 0)
    }

    func columns(of table: CopiedTable) throws(StoreError) -> [String] {
        try base.columns(of: table)
    }

    func forEachRow(
        of table: CopiedTable,
        _ take: ([CopiedValue]) throws(CopyError) -> Void
    ) throws(CopyError) {
        var rows: [[CopiedValue]] = []
        try base.forEachRow(of: table) { row throws(CopyError) in rows.append(row) }
        for (index, row) in rows.enumerated() {
            if table == self.table, index == rows.count - 1 { try cut() }
            try take(row)
        }
    }
}
