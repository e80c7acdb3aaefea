import GatehouseStore

/// A copy target that counts the rows or fails.
struct RecordingTarget: CopyTarget {
    var failure: CopyError?

    func fill(
        from source: some CopySource,
        progress: @escaping @Sendable (CopyProgress) -> Void
    ) async throws(CopyError) -> RowCounts {
        if let failure { throw failure }
        var counts = RowCounts()
        for table in TableName.allCases {
            var rows = 0
            try source.forEachRow(of: table) { _ throws(CopyError) in rows += 1 }
            counts[table] = rows
            progress(CopyProgress(table: table, rows: counts.total, total: 4))
        }
        return counts
    }
}
