/// What the end of the browser's session asks of the server.
struct SignOutRequest: Sendable {
    /// Whose session it is.
    var grant: StoredGrant
    /// Comes back with the redirect; `nil` when none is expected.
    var state: String?
    /// Further parameters of the server's page; those that the protocol sends itself cannot be replaced.
    var extraParameters: [String: String] = [:]
}
