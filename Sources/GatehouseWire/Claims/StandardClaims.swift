/// The claims about a user: the standard ones (OpenID Connect Core §5.1) and others by name.
public struct StandardClaims: Sendable, Hashable {
    /// The claims by name, as sent on the wire.
    public private(set) var values: [ClaimName: JSONValue]

    /// Creates a set of claims.
    ///
    /// - Parameter values: The claims by name; none by default.
    public init(_ values: [ClaimName: JSONValue] = [:]) {
        self.values = values
    }

    /// A claim by name, for claims without a property of their own; `null` counts as absent.
    ///
    /// - Parameter name: The claim's name as sent on the wire.
    public subscript(name: ClaimName) -> JSONValue? {
        get { values[name].flatMap { $0 == .null ? nil : $0 } }
        set { values[name] = newValue }
    }

    /// A Boolean value that indicates whether there are no claims.
    public var isEmpty: Bool { values.isEmpty }

    /// Returns the claims with the given names.
    package func filtered(to names: some Sequence<ClaimName>) -> StandardClaims {
        let names = Set(names)
        return StandardClaims(values.filter { names.contains($0.key) })
    }

    /// Returns the claims without the given names.
    package func removing(_ names: some Sequence<ClaimName>) -> StandardClaims {
        let names = Set(names)
        return StandardClaims(values.filter { !names.contains($0.key) })
    }

    /// Returns both sets of claims; for equal names, those of the other set.
    package func merging(_ other: StandardClaims) -> StandardClaims {
        StandardClaims(values.merging(other.values) { $1 })
    }
}

extension StandardClaims: Codable {
    /// Decodes every member of a JSON object.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is no object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ClaimName.self)
        values = [:]
        for name in container.allKeys { values[name] = try container.decode(JSONValue.self, forKey: name) }
    }

    /// Encodes every claim as a member of the current object, beside existing members.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ClaimName.self)
        for (name, value) in values { try container.encode(value, forKey: name) }
    }
}

/// The standard claims (OpenID Connect Core §5.1) as typed properties.
extension StandardClaims {
    /// The full name in displayable form.
    public var name: String? {
        get { self[.name]?.string }
        set { self[.name] = newValue.map(JSONValue.string) }
    }

    /// The given names.
    public var givenName: String? {
        get { self[.givenName]?.string }
        set { self[.givenName] = newValue.map(JSONValue.string) }
    }

    /// The family names.
    public var familyName: String? {
        get { self[.familyName]?.string }
        set { self[.familyName] = newValue.map(JSONValue.string) }
    }

    /// The middle names.
    public var middleName: String? {
        get { self[.middleName]?.string }
        set { self[.middleName] = newValue.map(JSONValue.string) }
    }

    /// The casual name of the user.
    public var nickname: String? {
        get { self[.nickname]?.string }
        set { self[.nickname] = newValue.map(JSONValue.string) }
    }

    /// A short name that the user chose; not unique.
    public var preferredUsername: String? {
        get { self[.preferredUsername]?.string }
        set { self[.preferredUsername] = newValue.map(JSONValue.string) }
    }

    /// The URL of a page about the user.
    public var profile: String? {
        get { self[.profile]?.string }
        set { self[.profile] = newValue.map(JSONValue.string) }
    }

    /// The URL of a picture of the user.
    public var picture: String? {
        get { self[.picture]?.string }
        set { self[.picture] = newValue.map(JSONValue.string) }
    }

    /// The URL of the user's own page.
    public var website: String? {
        get { self[.website]?.string }
        set { self[.website] = newValue.map(JSONValue.string) }
    }

    /// The email address.
    public var email: String? {
        get { self[.email]?.string }
        set { self[.email] = newValue.map(JSONValue.string) }
    }

    /// A Boolean value that indicates whether the email address is verified.
    public var emailVerified: Bool? {
        get { boolean(.emailVerified) }
        set { self[.emailVerified] = newValue.map(JSONValue.bool) }
    }

    /// The gender, in the user's own words.
    public var gender: String? {
        get { self[.gender]?.string }
        set { self[.gender] = newValue.map(JSONValue.string) }
    }

    /// The birthdate as `YYYY-MM-DD` or `YYYY`; a year of `0000` is omitted intentionally.
    public var birthdate: String? {
        get { self[.birthdate]?.string }
        set { self[.birthdate] = newValue.map(JSONValue.string) }
    }

    /// The time zone, such as `Europe/Berlin`.
    public var zoneInfo: String? {
        get { self[.zoneInfo]?.string }
        set { self[.zoneInfo] = newValue.map(JSONValue.string) }
    }

    /// The language, such as `de` or `zh-Hans`.
    public var locale: String? {
        get { self[.locale]?.string }
        set { self[.locale] = newValue.map(JSONValue.string) }
    }

    /// The phone number, preferably in E.164 format.
    public var phoneNumber: String? {
        get { self[.phoneNumber]?.string }
        set { self[.phoneNumber] = newValue.map(JSONValue.string) }
    }

    /// A Boolean value that indicates whether the phone number is verified.
    public var phoneNumberVerified: Bool? {
        get { boolean(.phoneNumberVerified) }
        set { self[.phoneNumberVerified] = newValue.map(JSONValue.bool) }
    }

    /// The postal address.
    public var address: PostalAddress? {
        get { self[.address].flatMap(PostalAddress.init(json:)) }
        set { self[.address] = newValue?.json }
    }

    /// The time when the claims were last updated.
    public var updatedAt: UnixTime? {
        get { self[.updatedAt]?.integer.map(UnixTime.init(seconds:)) }
        set { self[.updatedAt] = (newValue?.seconds).map(JSONValue.integer) }
    }

    /// Returns a Boolean claim; some servers send `"true"` for `true`.
    private func boolean(_ name: ClaimName) -> Bool? {
        self[name].flatMap { $0.bool ?? $0.string.flatMap(Bool.init) }
    }
}
