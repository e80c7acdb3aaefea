/// What becomes of the sessions on the device when a person signs in.
enum SessionRule: Sendable {
    /// They stay, but for one of the same person.
    case several
    /// They end.
    case one
    /// They are replaced, of which the server is not told: it takes every revocation for the end of the sign-in that the browser has.
    case oneWithBrowser
}
