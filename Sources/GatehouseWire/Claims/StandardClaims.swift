/// What a server says about a person (OpenID Connect Core §5.1), with members of any other name beside the standard ones.
public struct StandardClaims: Sendable, Hashable {
    /// The claims by name, as they stand on the wire.
    public private(set) var values: [ClaimName: JSONValue]

    /// Claims by name.
    ///
    /// - Parameter values: The claims; none by default.
    public init(_ values: [ClaimName: JSONValue] = [:]) {
        self.values = values
    }

    /// A claim by name, for those that have no member of their own; `null` counts as absent.
    ///
    /// - Parameter name: The claim's name as it stands on the wire.
    public subscript(name: ClaimName) -> JSONValue? {
        get { values[name].flatMap { $0 == .null ? nil : $0 } }
        set { values[name] = newValue }
    }

    /// Whether nothing is said.
    public var isEmpty: Bool { values.isEmpty }

    /// The claims of those names alone.
    package func filtered(to names: some Sequence<ClaimName>) -> StandardClaims {
        let names = Set(names)
        return StandardClaims(values.filter { names.contains($0.key) })
    }

    /// The claims without those of these names.
    package func removing(_ names: some Sequence<ClaimName>) -> StandardClaims {
        let names = Set(names)
        return StandardClaims(values.filter { !names.contains($0.key) })
    }

    /// Both; where both say something, the other one counts.
    package func merging(_ other: StandardClaims) -> StandardClaims {
        StandardClaims(values.merging(other.values) { $1 })
    }
}

extension StandardClaims: Codable {
    /// Reads every member of a JSON object.
    ///
    /// - Parameter decoder: Where the object is read from.
    /// - Throws: `DecodingError` when there is no object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ClaimName.self)
        values = [:]
        for name in container.allKeys { values[name] = try container.decode(JSONValue.self, forKey: name) }
    }

    /// Writes every claim as a member of the object that is being written, beside those that are there already.
    ///
    /// - Parameter encoder: Where the members are written to.
    /// - Throws: Whatever the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ClaimName.self)
        for (name, value) in values { try container.encode(value, forKey: name) }
    }
}
