/// Writes to transactions.
package enum TransactionChange: Sendable, Equatable {
    /// Conflicts when the id exists.
    case insert(TransactionRecord)
    /// Replaces the record. Conflicts unless the stored revision is one below and the stored record is not finished.
    case advance(TransactionRecord)
}
