import GatehouseStore

/// A target that counts what it is handed, or fails.
struct RecordingTarget: CopyTarget {
    var failure: CopyError?

    func fill(
        from source: some CopySource,
        progress: @escaping @Sendable (CopyProgress) -> Void
    ) async throws(CopyError) -> CopyCounts {
        if let failure { throw failure }
        var counts = CopyCounts()
        for table in CopiedTable.allCases {
            var rows = 0
            try source.forEachRow(of: table) { _ throws(CopyError) in rows += 1 }
            counts[table] = rows
            progress(CopyProgress(table: table, rows: counts.total, total: 4))
        }
        return counts
    }
}
