import GatehouseStore

/// A source that changes or omits the rows of one table.
struct EditedSource<Base: CopySource>: CopySource {
    let base: Base
    let table: TableName
    let edit: @Sendable ([ColumnValue]) -> [ColumnValue]?

    func count(of table: TableName) throws(StoreError) -> Int {
        try base.count(of: table)
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
        try base.forEachRow(of: table) { row throws(CopyError) in
            if let row = table == self.table ? edit(row) : row { try take(row) }
        }
    }
}
