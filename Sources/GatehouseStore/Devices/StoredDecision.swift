/// A person's decision on a device as a column of a database; what an approval holds has columns of its own.
package enum StoredDecision: String, Sendable {
    case pending, denied, approved
}
