/// The name of a claim about a person (OpenID Connect Core §5.1) or about a token.
public struct ClaimName: WireValue, CodingKey {
    /// The name as it stands on the wire.
    public let rawValue: String

    /// Wraps a name as it stands on the wire.
    ///
    /// - Parameter rawValue: The name, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The identifier of the person at this issuer.
    public static let subject = Self(rawValue: "sub")

    /// Full name as shown to others.
    public static let name = Self(rawValue: "name")

    /// Given names.
    public static let givenName = Self(rawValue: "given_name")

    /// Family names.
    public static let familyName = Self(rawValue: "family_name")

    /// Middle names.
    public static let middleName = Self(rawValue: "middle_name")

    /// What the person likes to be called.
    public static let nickname = Self(rawValue: "nickname")

    /// A short name the person chose; not unique.
    public static let preferredUsername = Self(rawValue: "preferred_username")

    /// The address of a page about the person.
    public static let profile = Self(rawValue: "profile")

    /// The address of a picture of the person.
    public static let picture = Self(rawValue: "picture")

    /// The person's own page.
    public static let website = Self(rawValue: "website")

    /// E-mail address.
    public static let email = Self(rawValue: "email")

    /// Whether the person proved to own the e-mail address.
    public static let emailVerified = Self(rawValue: "email_verified")

    /// Gender, in the person's own words.
    public static let gender = Self(rawValue: "gender")

    /// `YYYY-MM-DD`, or `YYYY` alone; a year of `0000` is left out on purpose.
    public static let birthdate = Self(rawValue: "birthdate")

    /// Time zone, such as `Europe/Berlin`.
    public static let zoneInfo = Self(rawValue: "zoneinfo")

    /// Language, such as `de` or `zh-Hans`.
    public static let locale = Self(rawValue: "locale")

    /// Phone number, best in E.164 form.
    public static let phoneNumber = Self(rawValue: "phone_number")

    /// Whether the person proved to own the phone number.
    public static let phoneNumberVerified = Self(rawValue: "phone_number_verified")

    /// Postal address.
    public static let address = Self(rawValue: "address")

    /// A member of the postal address that forms may ask for by itself, and telephone numbers are at home in.
    public static let country = Self(rawValue: "country")

    /// When any of this last changed.
    public static let updatedAt = Self(rawValue: "updated_at")
}

/// Claims about a token or a sign-in rather than a person (RFC 7519 §4.1, RFC 9068 §2.2, OpenID Connect Core §2).
extension ClaimName {
    package static let issuer = Self(rawValue: "iss")
    package static let audience = Self(rawValue: "aud")
    package static let expiresAt = Self(rawValue: "exp")
    package static let issuedAt = Self(rawValue: "iat")
    package static let notBefore = Self(rawValue: "nbf")
    package static let tokenID = Self(rawValue: "jti")
    package static let clientID = Self(rawValue: "client_id")
    package static let scope = Self(rawValue: "scope")
    package static let sessionID = Self(rawValue: "sid")
    /// Which secret of a client an access token of this server was given for; no standard names one.
    package static let secretID = Self(rawValue: "secret_id")
    package static let authenticatedAt = Self(rawValue: "auth_time")
    package static let acr = Self(rawValue: "acr")
    package static let amr = Self(rawValue: "amr")
    package static let nonce = Self(rawValue: "nonce")
    package static let authorizedParty = Self(rawValue: "azp")
    package static let accessTokenHash = Self(rawValue: "at_hash")
    package static let codeHash = Self(rawValue: "c_hash")
    package static let events = Self(rawValue: "events")
}

extension ClaimName {
    /// The name as it stands on the wire.
    public var stringValue: String { rawValue }

    /// Always `nil`: claims have names.
    public var intValue: Int? { nil }

    /// Wraps a name as it stands on the wire.
    ///
    /// - Parameter stringValue: The name, letter for letter.
    public init(stringValue: String) { self.init(rawValue: stringValue) }

    /// Always `nil`: claims have names.
    ///
    /// - Parameter intValue: Not looked at.
    public init?(intValue: Int) { nil }

    /// The name as it stands on the wire.
    public var description: String { rawValue }
}
