package import GatehouseWire

/// The claims of an assertion that identifies a workload (RFC 7523 §3).
///
/// Issuer, subject, audience and expiration are required: decoding fails if one is missing.
package struct WorkloadClaims: Sendable, Hashable, Decodable {
    package let issuer: String
    package let subject: String
    package let audience: Audience
    package let expiresAt: UnixTime
    package let notBefore: UnixTime?
    package let issuedAt: UnixTime?
    /// The identifier, which the server accepts once.
    package let tokenID: String?

    package init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: ClaimName.self)
        issuer = try claims.decode(String.self, forKey: .issuer)
        subject = try claims.decode(String.self, forKey: .subject)
        audience = try claims.decode(Audience.self, forKey: .audience)
        expiresAt = try claims.decode(UnixTime.self, forKey: .expiresAt)
        notBefore = try claims.decodeIfPresent(UnixTime.self, forKey: .notBefore)
        issuedAt = try claims.decodeIfPresent(UnixTime.self, forKey: .issuedAt)
        tokenID = try claims.decodeIfPresent(String.self, forKey: .tokenID)
    }
}
