package import GatehouseWire

/// The claims of an assertion that authenticates a client (RFC 7523 §3, OpenID Connect Core §9).
///
/// All but `nbf` and `iat` are required: decoding fails if one is missing.
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
    package init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: ClaimName.self)
        issuer = try claims.decode(String.self, forKey: .issuer)
        subject = try claims.decode(String.self, forKey: .subject)
        audience = try claims.decode(Audience.self, forKey: .audience)
        expiresAt = try claims.decode(UnixTime.self, forKey: .expiresAt)
        notBefore = try claims.decodeIfPresent(UnixTime.self, forKey: .notBefore)
        issuedAt = try claims.decodeIfPresent(UnixTime.self, forKey: .issuedAt)
        tokenID = try claims.decode(String.self, forKey: .tokenID)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ClaimName.self)
        try container.encode(issuer, forKey: .issuer)
        try container.encode(subject, forKey: .subject)
        try container.encode(audience, forKey: .audience)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encodeIfPresent(notBefore, forKey: .notBefore)
        try container.encodeIfPresent(issuedAt, forKey: .issuedAt)
        try container.encode(tokenID, forKey: .tokenID)
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

    package init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: ClaimName.self)
        issuer = try claims.decodeIfPresent(String.self, forKey: .issuer)
        audience = try claims.decodeIfPresent(Audience.self, forKey: .audience)
        subject = try claims.decodeIfPresent(String.self, forKey: .subject)
        expiresAt = try claims.decodeIfPresent(UnixTime.self, forKey: .expiresAt)
        notBefore = try claims.decodeIfPresent(UnixTime.self, forKey: .notBefore)
        members = try [String: JSONValue](from: decoder)
    }
}
