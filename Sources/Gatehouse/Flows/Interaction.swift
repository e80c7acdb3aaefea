import GatehouseWire

/// When a sign-in may ask the person.
public enum Interaction: Sendable, Hashable {
    /// Only when nothing stored answers the request.
    case automatic
    /// Always; what is stored for this client is dropped first.
    case always
    /// Never: what would need asking is an error with the code ``AuthError/Code/interactionRequired``.
    case never
    /// Always, for one more account; the ones that are stored stay.
    case addAccount
}

extension Interaction {
    /// What the server must ask for, so that it does not answer for whoever its browser session is of.
    var prompt: [Prompt] {
        switch self {
        case .automatic, .never: []
        case .always: [.login]
        case .addAccount: [.selectAccount]
        }
    }
}
