/// The person's decision as a column; what an approval holds has columns of its own.
enum StoredDecision: String {
    case pending, denied, approved
}
