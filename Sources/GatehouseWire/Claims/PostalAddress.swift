/// A postal address (OpenID Connect Core §5.1.1).
public struct PostalAddress: Sendable, Hashable {
    /// The whole address as it is written on a letter, with line breaks.
    public var formatted: String?
    /// Street, house number and the like, perhaps on several lines.
    public var streetAddress: String?
    /// City.
    public var locality: String?
    /// State, province or prefecture.
    public var region: String?
    /// Postal code.
    public var postalCode: String?
    /// Country.
    public var country: String?

    /// An address; every member may be absent.
    ///
    /// - Parameters:
    ///   - formatted: The whole address, with line breaks.
    ///   - streetAddress: Street, house number and the like.
    ///   - locality: City.
    ///   - region: State, province or prefecture.
    ///   - postalCode: Postal code.
    ///   - country: Country.
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

    /// The members by name; forms ask for them one by one.
    package static var names: [ClaimName] { members.map { ClaimName(rawValue: $0.0) } }

    /// Reads the address from the value of a claim; `nil` unless that is an object.
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
