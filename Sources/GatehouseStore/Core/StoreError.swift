/// An error of a store operation.
package enum StoreError: Error, Sendable, Equatable {
    /// The condition of the change at this position did not hold; the commit was rolled back.
    case conflict(at: Int)
    /// The store cannot be reached or cannot write now; a retry may succeed. The text contains no data of records.
    case unavailable(String)
    /// A resource such as disk space is exhausted until an operator provides more. The text names the resource and the
    /// remedy.
    case exhausted(String)
    /// A stored value is not valid for this version of the server. The text names the record type and field only.
    case corrupt(String)
}
