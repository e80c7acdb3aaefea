/// Something that an app asks people for when they sign up on its own screens, for ``TestServer``.
public struct NativeAttribute: Sendable, Hashable, ExpressibleByStringLiteral {
    /// How a value is written.
    public enum Kind: Sendable, Hashable {
        /// Any text.
        case text
        /// Yes or no.
        case boolean
        /// A number.
        case number
        /// One of these.
        case choice([String])
    }

    /// Its name, in Entra's spelling or in that of OpenID Connect.
    public var name: String
    /// What a form calls it.
    public var label: String?
    /// How a value is written.
    public var kind: Kind
    /// Whether there is no account without it.
    public var isRequired: Bool
    /// The regular expression that the whole value must match.
    public var pattern: String?

    /// An attribute.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - label: What a form calls it.
    ///   - kind: How a value is written.
    ///   - isRequired: Whether there is no account without it.
    ///   - pattern: The regular expression that the whole value must match.
    public init(
        _ name: String,
        label: String? = nil,
        kind: Kind = .text,
        isRequired: Bool = true,
        pattern: String? = nil
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.isRequired = isRequired
        self.pattern = pattern
    }

    /// A required text.
    ///
    /// - Parameter name: Its name.
    public init(stringLiteral name: String) {
        self.init(name)
    }
}
