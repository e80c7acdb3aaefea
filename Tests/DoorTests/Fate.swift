/// What becomes of a sign-in, in the words of the table.
enum Fate: String, Sendable, Codable {
    case stays
    /// The server takes its tokens no longer.
    case ends
    /// The server takes its tokens still, and the app has none any more.
    case leavesTheDevice = "leaves the device"
}
