/// The name of a claim about a user (OpenID Connect Core §5.1) or about a token.
public struct ClaimName: ExtensibleValue, CodingKey {
    /// The name as sent on the wire.
    public let rawValue: String

    /// Creates a name from its wire form.
    ///
    /// - Parameter rawValue: The name, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The identifier of the user at this issuer.
    public static let subject = Self(rawValue: "sub")

    /// The full name in displayable form.
    public static let name = Self(rawValue: "name")

    /// The given names.
    public static let givenName = Self(rawValue: "given_name")

    /// The family names.
    public static let familyName = Self(rawValue: "family_name")

    /// The middle names.
    public static let middleName = Self(rawValue: "middle_name")

    /// The casual name of the user.
    public static let nickname = Self(rawValue: "nickname")

    /// A short name that the user chose; not unique.
    public static let preferredUsername = Self(rawValue: "preferred_username")

    /// The URL of a page about the user.
    public static let profile = Self(rawValue: "profile")

    /// The URL of a picture of the user.
    public static let picture = Self(rawValue: "picture")

    /// The URL of the user's own page.
    public static let website = Self(rawValue: "website")

    /// The email address.
    public static let email = Self(rawValue: "email")

    /// Tells whether the email address is verified.
    public static let emailVerified = Self(rawValue: "email_verified")

    /// The gender, in the user's own words.
    public static let gender = Self(rawValue: "gender")

    /// The birthdate as `YYYY-MM-DD` or `YYYY`; a year of `0000` is omitted intentionally.
    public static let birthdate = Self(rawValue: "birthdate")

    /// The time zone, such as `Europe/Berlin`.
    public static let zoneInfo = Self(rawValue: "zoneinfo")

    /// The language, such as `de` or `zh-Hans`.
    public static let locale = Self(rawValue: "locale")

    /// The phone number, preferably in E.164 format.
    public static let phoneNumber = Self(rawValue: "phone_number")

    /// Tells whether the phone number is verified.
    public static let phoneNumberVerified = Self(rawValue: "phone_number_verified")

    /// The postal address.
    public static let address = Self(rawValue: "address")

    /// The country: a member of the postal address that forms may request by itself, and the region of phone numbers.
    public static let country = Self(rawValue: "country")

    /// The time when the claims were last updated.
    public static let updatedAt = Self(rawValue: "updated_at")
}

/// Claims about a token or a sign-in rather than a user (RFC 7519 §4.1, RFC 9068 §2.2, OpenID Connect Core §2).
extension ClaimName {
    package static let issuer = Self(rawValue: "iss")
    package static let audience = Self(rawValue: "aud")
    package static let expiresAt = Self(rawValue: "exp")
    package static let issuedAt = Self(rawValue: "iat")
    package static let notBefore = Self(rawValue: "nbf")
    package static let tokenID = Self(rawValue: "jti")
    package static let clientID = Self(rawValue: "client_id")
    package static let scope = Self(rawValue: "scope")
    /// The scopes in access tokens of servers that predate RFC 9068.
    package static let scopeList = Self(rawValue: "scp")
    package static let sessionID = Self(rawValue: "sid")
    /// The client secret that an access token was issued for; not a standard claim.
    package static let secretID = Self(rawValue: "secret_id")
    package static let authenticatedAt = Self(rawValue: "auth_time")
    package static let acr = Self(rawValue: "acr")
    package static let amr = Self(rawValue: "amr")
    package static let nonce = Self(rawValue: "nonce")
    package static let authorizedParty = Self(rawValue: "azp")
    package static let accessTokenHash = Self(rawValue: "at_hash")
    package static let codeHash = Self(rawValue: "c_hash")
    package static let events = Self(rawValue: "events")
    /// The key that a token is bound to (RFC 7800 §3.1).
    package static let confirmation = Self(rawValue: "cnf")
    /// The party that acts for the subject (RFC 8693 §4.1).
    package static let actor = Self(rawValue: "act")
}

/// Claims of DPoP proofs (RFC 9449 §4.2).
extension ClaimName {
    package static let httpMethod = Self(rawValue: "htm")
    package static let httpURI = Self(rawValue: "htu")
    /// The hash of the access token in a DPoP proof; `at_hash` of ID tokens has half its length.
    package static let proofTokenHash = Self(rawValue: "ath")
}

extension ClaimName {
    /// The name as sent on the wire.
    public var stringValue: String { rawValue }

    /// Always `nil`: claims have names.
    public var intValue: Int? { nil }

    /// Creates a name from its wire form.
    ///
    /// - Parameter stringValue: The name, verbatim.
    public init(stringValue: String) { self.init(rawValue: stringValue) }

    /// Always `nil`: claims have names.
    ///
    /// - Parameter intValue: Ignored.
    public init?(intValue: Int) { nil }

    /// The name as sent on the wire.
    public var description: String { rawValue }
}

extension Scope {
    /// The claims that this scope requests (OpenID Connect Core §5.4).
    package var claims: [ClaimName] {
        switch self {
        case .openid: [.subject]
        case .profile:
            [
                .name, .familyName, .givenName, .middleName, .nickname, .preferredUsername, .profile, .picture,
                .website, .gender, .birthdate, .zoneInfo, .locale, .updatedAt,
            ]
        case .email: [.email, .emailVerified]
        case .phone: [.phoneNumber, .phoneNumberVerified]
        case .address: [.address]
        default: []
        }
    }
}
