/// Why records could not be copied; nothing of them was kept.
package enum CopyError: Error, Sendable, Equatable {
    case source(StoreError)
    case target(StoreError)
    /// The target has rows in this table, and so belongs to somebody.
    case notEmpty(CopiedTable, rows: Int)
    /// Somebody else copies to the target, or changes its schema.
    case busy
    /// The target took no rows of this table.
    case refused(CopiedTable, StoreError)
    /// One side has a column that the other one has not, and nothing says how to make it.
    case unknownColumn(CopiedTable, String)
    /// A value is none that the target's column can hold, such as a text with U+0000.
    case unstorable(CopiedTable, column: String)
    /// The two sides do not have the same number of rows.
    case different(CopiedTable, source: Int, target: Int)
}
