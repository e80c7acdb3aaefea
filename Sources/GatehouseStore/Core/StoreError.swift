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
    /// The database itself is damaged until an operator repairs it. The text names the finding and the repair.
    case damaged(String)

    /// The error as a sentence for operators, without data of records.
    package var reason: String {
        switch self {
        case .unavailable(let reason), .exhausted(let reason), .damaged(let reason): reason
        case .corrupt(let what): "A record is damaged: \(what)."
        case .conflict: "Another process changed the record."
        }
    }
}
