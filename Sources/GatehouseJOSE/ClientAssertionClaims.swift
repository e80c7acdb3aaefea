package import GatehouseWire

/// The claims of an assertion that authenticates a client (RFC 7523 §3, OpenID Connect Core §9).
///
/// All of them but `nbf` and `iat` are required; decoding fails without one.
package struct ClientAssertionClaims: Sendable, Hashable {
    package var issuer: String
    package var subject: String
    package var audience: Audience
    package var expiresAt: UnixTime
    package var notBefore: UnixTime?
    package var issuedAt: UnixTime?
    /// The identifier, which the server accepts once.
    package var tokenID: String

    package init(
        issuer: String,
        subject: String,
        audience: Audience,
        expiresAt: UnixTime,
        notBefore: UnixTime? = nil,
        issuedAt: UnixTime? = nil,
        tokenID: String
    ) {
        self.issuer = issuer
        self.subject = subject
        self.audience = audience
        self.expiresAt = expiresAt
        self.notBefore = notBefore
        self.issuedAt = issuedAt
        self.tokenID = tokenID
    }
}

extension ClientAssertionClaims: Codable {
    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case subject = "sub"
        case audience = "aud"
        case expiresAt = "exp"
        case notBefore = "nbf"
        case issuedAt = "iat"
        case tokenID = "jti"
    }
}

/// The claims of a request object (RFC 9101 §4).
package struct RequestObjectClaims: Sendable, Hashable, Decodable {
    package let issuer: String?
    package let audience: Audience?
    package let subject: String?
    package let expiresAt: UnixTime?
    package let notBefore: UnixTime?
    /// All members, among them the parameters of the authorization request.
    package let members: [String: JSONValue]

    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case audience = "aud"
        case subject = "sub"
        case expiresAt = "exp"
        case notBefore = "nbf"
    }

    package init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try claims.decodeIfPresent(String.self, forKey: .issuer)
        audience = try claims.decodeIfPresent(Audience.self, forKey: .audience)
        subject = try claims.decodeIfPresent(String.self, forKey: .subject)
        expiresAt = try claims.decodeIfPresent(UnixTime.self, forKey: .expiresAt)
        notBefore = try claims.decodeIfPresent(UnixTime.self, forKey: .notBefore)
        members = try [String: JSONValue](from: decoder)
    }
}
