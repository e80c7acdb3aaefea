/// What the server keeps its records in.
enum Backend: String, CaseIterable, Sendable {
    case memory, sqlite
}
