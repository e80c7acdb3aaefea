/// The effect of an event on a session, in the words of the table.
enum SessionOutcome: String, Sendable, Codable {
    case stays
    /// The server rejects the tokens.
    case ends
    /// The server still accepts the tokens; the app no longer has them.
    case leavesDevice = "removed locally"
}
