import GatehouseStore

/// A source that alters the rows of one table, or leaves them out.
struct EditedSource<Base: CopySource>: CopySource {
    let base: Base
    let table: CopiedTable
    let edit: @Sendable ([CopiedValue]) -> [CopiedValue]?

    func count(of table: CopiedTable) throws(StoreError) -> Int {
        try base.count(of: table)
    }

    func columns(of table: CopiedTable) throws(StoreError) -> [String] {
        try base.columns(of: table)
    }

    func forEachRow(
        of table: CopiedTable,
        _ take: ([CopiedValue]) throws(CopyError) -> Void
    ) throws(CopyError) {
        try base.forEachRow(of: table) { row throws(CopyError) in
            if let row = table == self.table ? edit(row) : row { try take(row) }
        }
    }
}
