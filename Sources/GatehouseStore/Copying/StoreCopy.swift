/// A consistent snapshot of the records of a store, to be copied.
///
/// All methods block.
package protocol CopySource: Sendable {
    /// Returns the number of rows of a table.
    func count(of table: TableName) throws(StoreError) -> Int

    /// Returns the column names of a table.
    func columns(of table: TableName) throws(StoreError) -> [String]

    /// Returns the months by which PostgreSQL partitions the rows of a table; empty for other tables.
    func months(of table: TableName) throws(StoreError) -> Set<Month>

    /// Reads the table, one row at a time.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - take: A closure that receives the values of each row in the order of ``columns(of:)``.
    /// - Throws: ``CopyError/source(_:)``, or any error that `take` throws.
    func forEachRow(
        of table: TableName,
        _ take: ([ColumnValue]) throws(CopyError) -> Void
    ) throws(CopyError)
}

extension CopySource {
    /// Returns no months, for sources that are not copied to PostgreSQL.
    package func months(of table: TableName) throws(StoreError) -> Set<Month> { [] }
}

/// An empty database that receives all records of another one.
package protocol CopyTarget: Sendable {
    /// Inserts all records of the source in one transaction, and counts the rows on both sides.
    ///
    /// - Parameters:
    ///   - source: The records.
    ///   - progress: A closure that receives the progress of the copy from time to time.
    /// - Returns: The row counts of both sides.
    /// - Throws: ``CopyError``; the target is then still empty.
    func fill(
        from source: some CopySource,
        progress: @escaping @Sendable (CopyProgress) -> Void
    ) async throws(CopyError) -> RowCounts
}

/// The progress of a copy.
package struct CopyProgress: Sendable, Equatable {
    package let table: TableName
    /// The number of rows of all tables read so far.
    package let rows: Int
    /// The total number of rows.
    package let total: Int

    package init(table: TableName, rows: Int, total: Int) {
        self.table = table
        self.rows = rows
        self.total = total
    }
}

/// The reason that a copy failed; the target is then unchanged.
package enum CopyError: Error, Sendable, Equatable {
    case source(StoreError)
    case target(StoreError)
    /// The target is not empty: this table has rows.
    case notEmpty(TableName, rows: Int)
    /// Another process copies to the target or migrates its schema.
    case busy
    /// The target rejected the rows of this table.
    case refused(TableName, StoreError)
    /// One side has a column that the other lacks, and there is no rule to derive it.
    case unknownColumn(TableName, String)
    /// The target's column cannot store a value, such as a text with U+0000.
    case unstorable(TableName, column: String)
    /// The row counts of the two sides differ.
    case different(TableName, source: Int, target: Int)
}
