import GatehouseWire

/// What the server's pages ask for in any case.
public enum MSALPromptType: UInt, Sendable {
    /// Which account it is to be.
    case selectAccount
    /// To sign in, whoever the browser says it is.
    case login
    /// Whether the app may have what it asks for.
    case consent
    /// Creates an account.
    case create
    /// Nothing that is not needed.
    case promptIfNecessary

    /// What Microsoft's SDK calls the usual one.
    public static let `default` = MSALPromptType.promptIfNecessary
}

extension MSALPromptType {
    /// The same on the wire.
    var prompt: [Prompt] {
        switch self {
        case .selectAccount: [.selectAccount]
        case .login: [.login]
        case .consent: [.consent]
        case .create: [.create]
        case .promptIfNecessary: []
        }
    }
}
