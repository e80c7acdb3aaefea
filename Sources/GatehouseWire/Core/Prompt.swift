/// What the server shall ask the person for (OpenID Connect Core §3.1.2.1).
public struct Prompt: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Nothing: answer without a page or with an error.
    public static let none = Self(rawValue: "none")

    /// Sign in again, whatever session there is.
    public static let login = Self(rawValue: "login")

    /// Ask for consent again.
    public static let consent = Self(rawValue: "consent")

    /// Choose an account.
    public static let selectAccount = Self(rawValue: "select_account")

    /// Start with sign-up (Initiating User Registration via OpenID Connect §4).
    public static let create = Self(rawValue: "create")

    /// The values that this server supports.
    package static let known: [Prompt] = [.none, .login, .consent, .selectAccount, .create]
}
