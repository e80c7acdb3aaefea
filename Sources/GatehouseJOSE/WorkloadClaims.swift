package import GatehouseWire

/// The claims of an assertion that identifies a workload (RFC 7523 §3).
///
/// Decoding fails without issuer, subject, audience or expiration.
package struct WorkloadClaims: Sendable, Hashable, Decodable {
    package let issuer: String
    package let subject: String
    package let audience: Audience
    package let expiresAt: UnixTime
    package let notBefore: UnixTime?
    package let issuedAt: UnixTime?
    /// The identifier, which the server accepts once.
    package let tokenID: String?

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
