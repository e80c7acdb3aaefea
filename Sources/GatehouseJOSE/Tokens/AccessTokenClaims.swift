package import Foundation
package import GatehouseWire

/// What an access token says (RFC 9068 §2.2).
package struct AccessTokenClaims: Sendable, Hashable, Codable {
    package var issuer: String
    /// The person, or the client itself where no person is involved.
    package var subject: String
    package var audience: Audience
    package var expiresAt: UnixTime
    package var issuedAt: UnixTime
    package var tokenID: String
    package var clientID: String
    package var scope: ScopeSet
    package var sessionID: String?
    package var authenticatedAt: UnixTime?
    package var acr: ACR?
    package var amr: [AMR]?

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
        authenticatedAt: UnixTime? = nil,
        acr: ACR? = nil,
        amr: [AMR]? = nil
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
        self.authenticatedAt = authenticatedAt
        self.acr = acr
        self.amr = amr
    }

    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case subject = "sub"
        case audience = "aud"
        case expiresAt = "exp"
        case issuedAt = "iat"
        case tokenID = "jti"
        case clientID = "client_id"
        case scope
        case sessionID = "sid"
        case authenticatedAt = "auth_time"
        case acr
        case amr
    }

    /// Judges a token whose signature is good (RFC 9068 §4).
    ///
    /// - Parameters:
    ///   - issuer: Whom it must be from.
    ///   - audience: Whom it must be for; `nil` where that does not matter.
    ///   - now: The time it is.
    ///   - leeway: Seconds that clocks may differ by.
    /// - Throws: `wrongIssuer`, `wrongAudience` or `expired`.
    package func check(issuer: String, audience: String?, now: Date, leeway: TimeInterval = 0) throws(JOSEError) {
        guard self.issuer == issuer else { throw .wrongIssuer }
        if let audience, !self.audience.contains(audience) { throw .wrongAudience }
        guard now < expiresAt.date.addingTimeInterval(leeway) else { throw .expired }
    }
}
