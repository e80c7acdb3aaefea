/// A set of scopes in the order requested (RFC 6749 §3.3).
public struct ScopeSet: Sendable, Hashable {
    /// The scopes in order.
    public private(set) var scopes: [Scope]

    /// Creates a set of scopes.
    ///
    /// - Parameter scopes: The scopes in order; repeated ones are ignored.
    public init(_ scopes: some Sequence<Scope>) {
        var seen: Set<Scope> = []
        self.scopes = scopes.filter { seen.insert($0).inserted }
    }

    /// Parses a space-separated list.
    ///
    /// Returns `nil` unless the text follows the grammar of RFC 6749 §3.3: tokens of visible ASCII characters without
    /// `"` and `\`, separated by single spaces. An empty text is an empty set.
    ///
    /// - Parameter text: The list as sent on the wire.
    public init?(parsing text: String) {
        let tokens = text.isEmpty ? [] : text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard tokens.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isTokenCharacter) }) else { return nil }
        self.init(tokens.lazy.map { Scope(rawValue: String(Substring($0))) })
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        byte == 0x21 || (0x23...0x5B).contains(byte) || (0x5D...0x7E).contains(byte)
    }

    /// Returns a Boolean value that indicates whether the set contains a scope.
    ///
    /// - Parameter scope: The scope to look for.
    /// - Returns: `true` if the set contains the scope.
    public func contains(_ scope: Scope) -> Bool { scopes.contains(scope) }

    /// Returns a Boolean value that indicates whether another set contains every scope of this set.
    ///
    /// - Parameter other: The set to compare with.
    /// - Returns: `true` if no scope is missing in `other`; always `true` for an empty set.
    public func isSubset(of other: ScopeSet) -> Bool { scopes.allSatisfy(other.contains) }

    /// Appends a scope unless the set contains it already.
    ///
    /// - Parameter scope: The scope to add.
    public mutating func insert(_ scope: Scope) {
        if !contains(scope) { scopes.append(scope) }
    }

    /// Removes a scope, if the set contains it.
    ///
    /// - Parameter scope: The scope to remove.
    public mutating func remove(_ scope: Scope) {
        scopes.removeAll { $0 == scope }
    }

    /// Returns the scopes of this set, followed by those that only the other set contains.
    ///
    /// - Parameter other: The set to add.
    /// - Returns: The scopes of both sets.
    public func union(_ other: ScopeSet) -> ScopeSet { ScopeSet(scopes + other.scopes) }

    /// Returns the scopes that both sets contain.
    ///
    /// - Parameter other: The set to compare with.
    /// - Returns: The common scopes, in the order of this set.
    public func intersection(_ other: ScopeSet) -> ScopeSet { ScopeSet(scopes.filter(other.contains)) }

    /// Returns the scopes that the other set does not contain.
    ///
    /// - Parameter other: The scopes to leave out.
    /// - Returns: The remaining scopes, in the order of this set.
    public func subtracting(_ other: ScopeSet) -> ScopeSet { ScopeSet(scopes.filter { !other.contains($0) }) }

    /// A Boolean value that indicates whether the set is empty.
    public var isEmpty: Bool { scopes.isEmpty }

    /// Returns a Boolean value that indicates whether both sets contain the same scopes, in any order.
    ///
    /// - Parameter other: The set to compare with.
    /// - Returns: `true` if neither set has a scope that the other lacks.
    public func hasSameMembers(as other: ScopeSet) -> Bool {
        scopes.count == other.scopes.count && isSubset(of: other)
    }
}

extension ScopeSet: CustomStringConvertible, ExpressibleByArrayLiteral, Sequence {
    /// The space-separated list as sent on the wire.
    public var description: String { scopes.map(\.rawValue).joined(separator: " ") }

    /// Creates a set of scopes.
    ///
    /// - Parameter scopes: The scopes in order; repeated ones are ignored.
    public init(arrayLiteral scopes: Scope...) { self.init(scopes) }

    /// Returns an iterator over the scopes in order.
    ///
    /// - Returns: An iterator over ``scopes``.
    public func makeIterator() -> IndexingIterator<[Scope]> { scopes.makeIterator() }
}

extension ScopeSet: Codable {
    /// Decodes the space-separated list from a string.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is no string or it is not a list of scopes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let set = ScopeSet(parsing: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A scope contains an invalid character."
            )
        }
        self = set
    }

    /// Encodes the space-separated list as a string.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// An OAuth scope (RFC 6749 §3.3, OpenID Connect Core §5.4).
public struct Scope: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes the request an OpenID Connect request, whose response includes an ID token.
    public static let openid = Self(rawValue: "openid")

    /// Name, picture, locale and other claims about the user.
    public static let profile = Self(rawValue: "profile")

    /// The email address and whether it is verified.
    public static let email = Self(rawValue: "email")

    /// The phone number and whether it is verified.
    public static let phone = Self(rawValue: "phone")

    /// The postal address.
    public static let address = Self(rawValue: "address")

    /// A refresh token.
    public static let offlineAccess = Self(rawValue: "offline_access")

    /// Permits reading, changing and deleting the user's own account: names, addresses, password, sessions, apps.
    public static let account = Self(rawValue: "account")
}

extension Scope: ExpressibleByStringLiteral {
    /// Creates a scope, such as `"orders:read"`.
    ///
    /// - Parameter value: The scope; a text that violates the grammar of RFC 6749 §3.3 is a programming error.
    public init(stringLiteral value: String) {
        precondition(ScopeSet(parsing: value)?.scopes.count == 1, "A scope contains an invalid character.")
        self.init(rawValue: value)
    }
}
