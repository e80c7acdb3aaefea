/// Writes to transactions.
package enum TransactionChange: Sendable, Equatable {
    /// Conflicts when the id exists.
    case insert(TransactionRecord)
    /// Replaces the record. Conflicts unless the stored revision is one below and the stored record is not finished.
    case advance(TransactionRecord)
    /// Begins again under an id that may have been used: replaces the record, finished or not, whose revision is one below.
    ///
    /// Conflicts unless there is such a record, or none at all and the revision is 1.
    case put(TransactionRecord)
}
