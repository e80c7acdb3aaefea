/// Scopes in the order they were asked for, each once (RFC 6749 §3.3).
public struct ScopeSet: Sendable, Hashable {
    /// The scopes in order.
    public private(set) var scopes: [Scope]

    /// Collects scopes; of equal ones the first counts.
    ///
    /// - Parameter scopes: The scopes in order; repeated ones are passed over.
    public init(_ scopes: some Sequence<Scope>) {
        var seen: Set<Scope> = []
        self.scopes = scopes.filter { seen.insert($0).inserted }
    }

    /// Reads a space-separated list.
    ///
    /// Answers `nil` unless the text follows the grammar of RFC 6749 §3.3: tokens of visible ASCII characters without `"`
    /// and `\`, parted by single spaces. An empty text is an empty set.
    ///
    /// - Parameter text: The list, as it stands on the wire.
    public init?(parsing text: String) {
        let tokens = text.isEmpty ? [] : text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard tokens.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isTokenCharacter) }) else { return nil }
        self.init(tokens.lazy.map { Scope(rawValue: String(Substring($0))) })
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        byte == 0x21 || (0x23...0x5B).contains(byte) || (0x5D...0x7E).contains(byte)
    }

    /// Whether the scope is a member.
    ///
    /// - Parameter scope: The scope to look for.
    /// - Returns: `true` when it is there.
    public func contains(_ scope: Scope) -> Bool { scopes.contains(scope) }

    /// Whether every member is a member of the other set too.
    ///
    /// - Parameter other: The set to compare with.
    /// - Returns: `true` when nothing is missing there; so for an empty set.
    public func isSubset(of other: ScopeSet) -> Bool { scopes.allSatisfy(other.contains) }

    /// Adds a scope at the end unless it is there already.
    ///
    /// - Parameter scope: The scope to add.
    public mutating func insert(_ scope: Scope) {
        if !contains(scope) { scopes.append(scope) }
    }

    /// Takes a scope out, if it is there.
    ///
    /// - Parameter scope: The scope to take out.
    public mutating func remove(_ scope: Scope) {
        scopes.removeAll { $0 == scope }
    }

    /// The members of this set, then those of the other one that are missing here.
    ///
    /// - Parameter other: The set to add.
    /// - Returns: Both together, each scope once.
    public func union(_ other: ScopeSet) -> ScopeSet { ScopeSet(scopes + other.scopes) }

    /// The members that the other set has too.
    ///
    /// - Parameter other: The set to compare with.
    /// - Returns: What both have, in the order of this set.
    public func intersection(_ other: ScopeSet) -> ScopeSet { ScopeSet(scopes.filter(other.contains)) }

    /// The members that the other set lacks.
    ///
    /// - Parameter other: What to leave out.
    /// - Returns: The rest, in the order of this set.
    public func subtracting(_ other: ScopeSet) -> ScopeSet { ScopeSet(scopes.filter { !other.contains($0) }) }

    /// Whether there is no member.
    public var isEmpty: Bool { scopes.isEmpty }

    /// Whether both sets have the same members, whatever their order.
    ///
    /// - Parameter other: The set to compare with.
    /// - Returns: `true` when neither has a scope that the other lacks.
    public func hasSameMembers(as other: ScopeSet) -> Bool {
        scopes.count == other.scopes.count && isSubset(of: other)
    }
}

extension ScopeSet: CustomStringConvertible, ExpressibleByArrayLiteral, Sequence {
    /// The space-separated list, as it stands on the wire.
    public var description: String { scopes.map(\.rawValue).joined(separator: " ") }

    /// Collects scopes; of equal ones the first counts.
    ///
    /// - Parameter scopes: The scopes in order; repeated ones are passed over.
    public init(arrayLiteral scopes: Scope...) { self.init(scopes) }

    /// Goes through the scopes in order.
    ///
    /// - Returns: An iterator over ``scopes``.
    public func makeIterator() -> IndexingIterator<[Scope]> { scopes.makeIterator() }
}

extension ScopeSet: Codable {
    /// Reads the space-separated list from a string.
    ///
    /// - Parameter decoder: Where the string is read from.
    /// - Throws: `DecodingError` when there is no string, or one that is no list of scopes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let set = ScopeSet(parsing: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A scope has a character not allowed."
            )
        }
        self = set
    }

    /// Writes the space-separated list as a string.
    ///
    /// - Parameter encoder: Where the string is written to.
    /// - Throws: Whatever the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
