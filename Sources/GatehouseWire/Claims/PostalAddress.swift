/// A postal address (OpenID Connect Core §5.1.1).
public struct PostalAddress: Sendable, Hashable {
    /// The full address as on a mailing label, with line breaks.
    public var formatted: String?
    /// The street address, possibly with several lines.
    public var streetAddress: String?
    /// The city.
    public var locality: String?
    /// The state, province or prefecture.
    public var region: String?
    /// The postal code.
    public var postalCode: String?
    /// The country.
    public var country: String?

    /// Creates an address; every member may be absent.
    ///
    /// - Parameters:
    ///   - formatted: The full address, with line breaks.
    ///   - streetAddress: The street address.
    ///   - locality: The city.
    ///   - region: The state, province or prefecture.
    ///   - postalCode: The postal code.
    ///   - country: The country.
    public init(
        formatted: String? = nil,
        streetAddress: String? = nil,
        locality: String? = nil,
        region: String? = nil,
        postalCode: String? = nil,
        country: String? = nil
    ) {
        self.formatted = formatted
        self.streetAddress = streetAddress
        self.locality = locality
        self.region = region
        self.postalCode = postalCode
        self.country = country
    }

    private static var members: [(String, WritableKeyPath<PostalAddress, String?>)] {
        [
            ("formatted", \.formatted), ("street_address", \.streetAddress), ("locality", \.locality),
            ("region", \.region), ("postal_code", \.postalCode), ("country", \.country),
        ]
    }

    /// The names of the members; forms request them individually.
    package static var names: [ClaimName] { members.map { ClaimName(rawValue: $0.0) } }

    /// Creates an address from the value of a claim; `nil` unless it is an object.
    package init?(json: JSONValue) {
        guard case .object(let object) = json else { return nil }
        self.init()
        for (name, member) in Self.members { self[keyPath: member] = object[name]?.string }
    }

    /// The address as the value of a claim.
    package var json: JSONValue {
        var object: [String: JSONValue] = [:]
        for (name, member) in Self.members { object[name] = self[keyPath: member].map(JSONValue.string) }
        return .object(object)
    }
}
