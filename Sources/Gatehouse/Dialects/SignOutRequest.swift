/// What the end of the browser's session asks of the server.
struct SignOutRequest: Sendable {
    /// Whose session it is.
    var grant: StoredGrant
    /// Comes back with the redirect; `nil` when none is expected.
    var state: String?
}
