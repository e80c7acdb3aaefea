/// The transaction in which an empty database receives all records; without a commit it leaves the database empty.
///
/// All methods block.
package protocol CopyTransaction {
    /// Begins the transaction, and locks out other copies and migrations.
    func begin() throws(CopyError)

    /// Returns the number of rows of a table.
    func count(of table: TableName) throws(CopyError) -> Int

    /// Inserts all rows of a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - source: The records.
    ///   - copied: A closure that is called after each row.
    /// - Throws: ``CopyError``.
    func insert(_ table: TableName, of source: some CopySource, copied: () -> Void) throws(CopyError)

    /// Makes the inserted rows durable.
    func commit() throws(CopyError)
}

extension CopyTransaction {
    /// Copies all records, and compares the row counts.
    ///
    /// - Returns: The row counts of both sides.
    package func run(
        from source: some CopySource,
        progress: @Sendable (CopyProgress) -> Void
    ) throws(CopyError) -> RowCounts {
        // Counts before the transaction begins, because PostgreSQL ends idle transactions.
        let counts = try Self.counts(of: source)
        try begin()
        for table in TableName.allCases {
            let rows = try count(of: table)
            guard rows == 0 else { throw .notEmpty(table, rows: rows) }
        }
        var rows = 0
        for table in TableName.allCases {
            func report() { progress(CopyProgress(table: table, rows: rows, total: counts.total)) }
            report()
            try insert(table, of: source) {
                rows += 1
                if rows.isMultiple(of: 1000) { report() }
            }
            report()
        }
        for table in TableName.allCases {
            let target = try count(of: table)
            guard target == counts[table] else { throw .different(table, source: counts[table], target: target) }
        }
        try commit()
        return counts
    }

    private static func counts(of source: some CopySource) throws(CopyError) -> RowCounts {
        var counts = RowCounts()
        do throws(StoreError) {
            for table in TableName.allCases { counts[table] = try source.count(of: table) }
        } catch {
            throw .source(error)
        }
        return counts
    }
}
