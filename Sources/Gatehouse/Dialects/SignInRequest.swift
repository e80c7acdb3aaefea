import GatehouseWire

/// What a sign-in asks of the server.
struct SignInRequest: Sendable {
    /// What to ask for.
    var scopes: ScopeSet
    /// What the server must do even when the person is signed in there.
    var prompt: [Prompt] = []
    /// Hints for the server.
    var options = SignInOptions()
}
