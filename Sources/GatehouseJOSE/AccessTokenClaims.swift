package import Foundation
package import GatehouseWire

/// The claims of an access token (RFC 9068 §2.2).
package struct AccessTokenClaims: Sendable, Hashable {
    package var issuer: String
    /// The user, or the client itself if no user is involved.
    package var subject: String
    package var audience: Audience
    package var expiresAt: UnixTime
    package var issuedAt: UnixTime
    package var tokenID: String
    package var clientID: String
    /// The granted scope; omitted from the token if empty, because the grammar has no empty scope (RFC 6749 §3.3).
    package var scope: ScopeSet
    package var sessionID: String?
    /// The client secret that the token was issued for, if it expires with that secret.
    package var secretID: String?
    package var authenticatedAt: UnixTime?
    package var acr: ACR?
    package var amr: [AMR]?
    /// The key that the token is bound to.
    package var confirmation: Confirmation?
    /// The parties that act for the subject.
    package var actor: ActorChain?

    package init(
        issuer: String,
        subject: String,
        audience: Audience,
        expiresAt: UnixTime,
        issuedAt: UnixTime,
        tokenID: String,
        clientID: String,
        scope: ScopeSet,
        sessionID: String? = nil,
        secretID: String? = nil,
        authenticatedAt: UnixTime? = nil,
        acr: ACR? = nil,
        amr: [AMR]? = nil,
        confirmation: Confirmation? = nil,
        actor: ActorChain? = nil
    ) {
        self.issuer = issuer
        self.subject = subject
        self.audience = audience
        self.expiresAt = expiresAt
        self.issuedAt = issuedAt
        self.tokenID = tokenID
        self.clientID = clientID
        self.scope = scope
        self.sessionID = sessionID
        self.secretID = secretID
        self.authenticatedAt = authenticatedAt
        self.acr = acr
        self.amr = amr
        self.confirmation = confirmation
        self.actor = actor
    }

    /// Checks the claims of a token with a valid signature (RFC 9068 §4).
    ///
    /// - Parameters:
    ///   - issuer: The expected issuer.
    ///   - audience: The expected audience; `nil` for any.
    ///   - now: The current time.
    ///   - leeway: The tolerated clock difference in seconds.
    /// - Throws: `wrongIssuer`, `wrongAudience` or `expired`.
    package func check(issuer: String, audience: String?, now: Date, leeway: TimeInterval = 0) throws(JOSEError) {
        guard self.issuer == issuer else { throw .wrongIssuer }
        if let audience, !self.audience.contains(audience) { throw .wrongAudience }
        guard now < expiresAt.date.addingTimeInterval(leeway) else { throw .expired }
    }
}

extension AccessTokenClaims: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ClaimName.self)
        issuer = try container.decode(String.self, forKey: .issuer)
        subject = try container.decode(String.self, forKey: .subject)
        audience = try container.decode(Audience.self, forKey: .audience)
        expiresAt = try container.decode(UnixTime.self, forKey: .expiresAt)
        issuedAt = try container.decode(UnixTime.self, forKey: .issuedAt)
        tokenID = try container.decode(String.self, forKey: .tokenID)
        clientID = try container.decode(String.self, forKey: .clientID)
        scope = try container.decodeIfPresent(ScopeSet.self, forKey: .scope) ?? []
        sessionID = try container.decodeIfPresent(String.self, forKey: .sessionID)
        secretID = try container.decodeIfPresent(String.self, forKey: .secretID)
        authenticatedAt = try container.decodeIfPresent(UnixTime.self, forKey: .authenticatedAt)
        acr = try container.decodeIfPresent(ACR.self, forKey: .acr)
        amr = try container.decodeIfPresent([AMR].self, forKey: .amr)
        confirmation = try container.decodeIfPresent(Confirmation.self, forKey: .confirmation)
        actor = try container.decodeIfPresent(ActorChain.self, forKey: .actor)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ClaimName.self)
        try container.encode(issuer, forKey: .issuer)
        try container.encode(subject, forKey: .subject)
        try container.encode(audience, forKey: .audience)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encode(issuedAt, forKey: .issuedAt)
        try container.encode(tokenID, forKey: .tokenID)
        try container.encode(clientID, forKey: .clientID)
        if !scope.isEmpty { try container.encode(scope, forKey: .scope) }
        try container.encodeIfPresent(sessionID, forKey: .sessionID)
        try container.encodeIfPresent(secretID, forKey: .secretID)
        try container.encodeIfPresent(authenticatedAt, forKey: .authenticatedAt)
        try container.encodeIfPresent(acr, forKey: .acr)
        try container.encodeIfPresent(amr, forKey: .amr)
        try container.encodeIfPresent(confirmation, forKey: .confirmation)
        try container.encodeIfPresent(actor, forKey: .actor)
    }
}
