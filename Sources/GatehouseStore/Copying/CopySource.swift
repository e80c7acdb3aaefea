/// Records as they were at one moment, to be copied.
///
/// All that is asked of it blocks.
package protocol CopySource: Sendable {
    /// How many rows the table has.
    func count(of table: CopiedTable) throws(StoreError) -> Int

    /// The names of the table's columns.
    func columns(of table: CopiedTable) throws(StoreError) -> [String]

    /// Reads the table, one row at a time.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - take: Gets the values of each row in the order of ``columns(of:)``.
    /// - Throws: ``CopyError/source(_:)``, or what `take` throws.
    func forEachRow(
        of table: CopiedTable,
        _ take: ([CopiedValue]) throws(CopyError) -> Void
    ) throws(CopyError)
}
