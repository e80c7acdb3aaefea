/// Why a store could not do what it was asked.
package enum StoreError: Error, Sendable, Equatable {
    /// The condition of the change at this position did not hold; nothing of the commit was kept.
    case conflict(at: Int)
    /// The store cannot be reached or cannot write now; trying again later can help. The text never carries data of a record.
    case unavailable(String)
    /// Something that the store needs is used up, such as room on a disk, until somebody makes more of it. The text says what, and what to do.
    case exhausted(String)
    /// What was read is not what this version of the server writes. The text names the record's kind and field only.
    case corrupt(String)
}
