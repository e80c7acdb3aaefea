/// Something the server wants to know before it makes an account.
public struct RequiredAttribute: Sendable, Hashable, Codable {
    /// How a value is written; an open set.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// The name of the kind.
        public let rawValue: String

        /// Names a kind.
        ///
        /// - Parameter rawValue: The name as it stands on the wire.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Text.
        public static let string = Self(rawValue: "string")
        /// Yes or no.
        public static let boolean = Self(rawValue: "boolean")
        /// A number.
        public static let number = Self(rawValue: "number")
    }

    /// The name to submit the value under, such as `displayName`.
    public var name: String
    /// How a value is written.
    public var kind: Kind
    /// Whether the account is not made without it.
    public var isRequired: Bool
    /// The regular expression that the whole value must match; `nil` when anything will do.
    public var pattern: String?
    /// The values to choose from, where it is a choice and the server lists them; empty when anything else decides.
    public var choices: [String]
    /// What to call it in a form; not every server says.
    public var label: String?
}
