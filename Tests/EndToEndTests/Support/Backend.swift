/// The store that the server uses.
enum Backend: String, CaseIterable, Sendable {
    case memory, sqlite
}
