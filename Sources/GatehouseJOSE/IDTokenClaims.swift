package import GatehouseWire

/// The claims of an ID token: the authentication and the user's claims (OpenID Connect Core §2).
package struct IDTokenClaims: Sendable, Hashable {
    package var issuer: String
    package var subject: String
    package var audience: Audience
    package var expiresAt: UnixTime
    package var issuedAt: UnixTime
    package var authenticatedAt: UnixTime?
    package var nonce: String?
    package var acr: ACR?
    package var amr: [AMR]?
    package var authorizedParty: String?
    package var accessTokenHash: String?
    package var sessionID: String?
    /// All other claims.
    package var claims: StandardClaims

    package init(
        issuer: String,
        subject: String,
        audience: Audience,
        expiresAt: UnixTime,
        issuedAt: UnixTime,
        authenticatedAt: UnixTime? = nil,
        nonce: String? = nil,
        acr: ACR? = nil,
        amr: [AMR]? = nil,
        authorizedParty: String? = nil,
        accessTokenHash: String? = nil,
        sessionID: String? = nil,
        claims: StandardClaims = StandardClaims()
    ) {
        self.issuer = issuer
        self.subject = subject
        self.audience = audience
        self.expiresAt = expiresAt
        self.issuedAt = issuedAt
        self.authenticatedAt = authenticatedAt
        self.nonce = nonce
        self.acr = acr
        self.amr = amr
        self.authorizedParty = authorizedParty
        self.accessTokenHash = accessTokenHash
        self.sessionID = sessionID
        self.claims = claims.removing(Self.own)
    }

    /// The claims with their own property.
    private static let own: Set<ClaimName> = [
        .issuer, .subject, .audience, .expiresAt, .issuedAt, .authenticatedAt, .nonce, .acr, .amr, .authorizedParty,
        .accessTokenHash, .sessionID,
    ]
}

extension IDTokenClaims: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ClaimName.self)
        self.init(
            issuer: try container.decode(String.self, forKey: .issuer),
            subject: try container.decode(String.self, forKey: .subject),
            audience: try container.decode(Audience.self, forKey: .audience),
            expiresAt: try container.decode(UnixTime.self, forKey: .expiresAt),
            issuedAt: try container.decode(UnixTime.self, forKey: .issuedAt),
            authenticatedAt: try container.decodeIfPresent(UnixTime.self, forKey: .authenticatedAt),
            nonce: try container.decodeIfPresent(String.self, forKey: .nonce),
            acr: try container.decodeIfPresent(ACR.self, forKey: .acr),
            amr: try container.decodeIfPresent([AMR].self, forKey: .amr),
            authorizedParty: try container.decodeIfPresent(String.self, forKey: .authorizedParty),
            accessTokenHash: try container.decodeIfPresent(String.self, forKey: .accessTokenHash),
            sessionID: try container.decodeIfPresent(String.self, forKey: .sessionID),
            claims: try StandardClaims(from: decoder)
        )
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ClaimName.self)
        try container.encode(issuer, forKey: .issuer)
        try container.encode(subject, forKey: .subject)
        try container.encode(audience, forKey: .audience)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encode(issuedAt, forKey: .issuedAt)
        try container.encodeIfPresent(authenticatedAt, forKey: .authenticatedAt)
        try container.encodeIfPresent(nonce, forKey: .nonce)
        try container.encodeIfPresent(acr, forKey: .acr)
        try container.encodeIfPresent(amr, forKey: .amr)
        try container.encodeIfPresent(authorizedParty, forKey: .authorizedParty)
        try container.encodeIfPresent(accessTokenHash, forKey: .accessTokenHash)
        try container.encodeIfPresent(sessionID, forKey: .sessionID)
        try claims.encode(to: encoder)
    }
}
