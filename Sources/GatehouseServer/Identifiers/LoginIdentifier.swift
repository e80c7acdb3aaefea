package import GatehouseStore

/// A normalized email address, phone number or username.
package struct LoginIdentifier: Sendable, Hashable, Codable {
    package let kind: AccountIdentifier.Kind
    /// The normalized value, as stored for accounts.
    package let value: String

    /// The maximum length of the input, in bytes; email addresses are the longest identifiers.
    private static let maximumInputLength = 1024

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

    /// Creates the login identifier of an account's identifier.
    package init(_ identifier: AccountIdentifier) {
        kind = identifier.kind
        value = identifier.value
    }

    /// Creates the login identifier of an account's pending address.
    package init(_ pending: PendingAddress) {
        kind = pending.kind
        value = pending.value
    }

    /// Parses an identifier of one kind.
    ///
    /// Returns `nil` if it is invalid.
    ///
    /// A phone number is international (`+81 90-1234-5678`) or prefixed with its country (`JP-090-1234-5678`).
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

    /// Creates an identifier from the input of a sign-in form: with an `@` an email address, with a leading plus sign a
    /// phone number, otherwise a username.
    ///
    /// Invalid input becomes an identifier that no account has, so that it is handled like any unknown one; excessively
    /// long input is replaced by its hash.
    package init(typed text: String, as kind: AccountIdentifier.Kind? = nil) {
        guard text.utf8.count <= Self.maximumInputLength else {
            self.init(kind: kind ?? .username, value: OpaqueToken.hash(of: text))
            return
        }
        let kind = kind ?? (text.contains("@") ? .email : text.hasPrefix("+") ? .phone : .username)
        self = LoginIdentifier(kind, text) ?? LoginIdentifier(kind: kind, value: text.lowercased())
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

/// A validated and normalized username.
///
/// Usernames are public: the server discloses that one is taken.
package struct Username: Sendable, Hashable {
    /// The lowercase form, in which the server stores and compares usernames.
    package let normalized: String
    /// The username as entered.
    package let spelling: String

    /// Parses a username of 3 to 64 ASCII letters, digits, dots, hyphens and underscores.
    ///
    /// Returns `nil` if it is invalid.
    package init?(_ entered: String) {
        guard (3...64).contains(entered.utf8.count), entered.utf8.allSatisfy(Self.isAllowed) else { return nil }
        normalized = entered.lowercased()
        spelling = entered
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
