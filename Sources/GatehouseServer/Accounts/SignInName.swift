package import GatehouseStore

/// What somebody gives to say which account they mean: an e-mail address, a telephone number or a user name, in its one spelling.
package struct SignInName: Sendable, Hashable, Codable {
    package let kind: AccountIdentifier.Kind
    /// Normalised, as an identifier's.
    package let value: String

    /// The most bytes that are normalised: the longest name is an address.
    private static let longestEntry = 1024

    package init(_ email: EmailAddress) {
        kind = .email
        value = email.normalized
    }

    package init(_ phone: PhoneNumber) {
        kind = .phone
        value = phone.e164
    }

    package init(_ username: Username) {
        kind = .username
        value = username.normalized
    }

    /// A name that an account has.
    package init(_ identifier: AccountIdentifier) {
        kind = identifier.kind
        value = identifier.value
    }

    /// An address that an account claims.
    package init(_ pending: PendingAddress) {
        kind = pending.kind
        value = pending.value
    }

    /// Reads a name of one kind; nil when it can be none.
    ///
    /// A telephone number is international (`+81 90-1234-5678`), or led by its country (`JP-090-1234-5678`).
    package init?(_ kind: AccountIdentifier.Kind, _ text: String) {
        switch kind {
        case .email:
            guard let address = EmailAddress(text) else { return nil }
            self.init(address)
        case .username:
            guard let name = Username(text) else { return nil }
            self.init(name)
        case .phone:
            guard let number = Self.phone(text) else { return nil }
            self.init(number)
        }
    }

    /// What was typed to sign in with, of that kind or of the one it looks like: an address where there is an `@`, a number where a plus
    /// sign leads, and else a user name.
    ///
    /// Invalid text becomes a name that no account has, so that it is handled like any unknown name; text that is too
    /// long is replaced by its hash.
    package init(typed text: String, as kind: AccountIdentifier.Kind? = nil) {
        guard text.utf8.count <= Self.longestEntry else {
            self.init(kind: kind ?? .username, value: OpaqueToken.hash(of: text))
            return
        }
        let kind = kind ?? (text.contains("@") ? .email : text.hasPrefix("+") ? .phone : .username)
        self = SignInName(kind, text) ?? SignInName(kind: kind, value: text.lowercased())
    }

    private init(kind: AccountIdentifier.Kind, value: String) {
        self.kind = kind
        self.value = value
    }

    private static func phone(_ text: String) -> PhoneNumber? {
        if let number = PhoneNumber(international: text) { return number }
        let parts = text.split(separator: "-", maxSplits: 1)
        return parts.count == 2 ? PhoneNumber(local: String(parts[1]), country: String(parts[0])) : nil
    }
}
