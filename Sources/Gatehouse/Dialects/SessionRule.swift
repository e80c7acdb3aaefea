/// What becomes of the sessions on the device when a person signs in.
enum SessionRule: Sendable {
    /// They stay, but for one of the same person.
    case several
    /// They end.
    case one
    /// They are replaced, of which the server is not told: it takes every revocation for the end of the sign-in that the browser has.
    case oneWithBrowser
    /// They are forgotten and stay good at the server, which hears of no end either: the app may have kept their tokens.
    case oneOnDevice

    /// Whether the server hears of sessions that others take the place of.
    var tellsOfReplaced: Bool { self == .several || self == .one }
}
