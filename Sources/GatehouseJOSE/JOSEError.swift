/// An error in a key, a token or a sealed message.
package enum JOSEError: Error, Sendable, Hashable {
    /// The token exceeds the maximum length.
    case tooLong
    /// The token is not three parts of base64url, or its header is malformed.
    case malformed
    /// The algorithm of the header is not allowed, for example `none` or `HS256`.
    case algorithmNotAllowed
    /// The header has critical extensions that are not supported (RFC 7515 §4.1.11).
    case criticalExtension
    /// The token has another type than expected.
    case wrongType
    /// No key with this ID and algorithm is known; a newer key set may contain it.
    case unknownKey
    /// The signature does not match the key.
    case invalidSignature
    /// The claims are malformed; the value names the missing or invalid claim.
    case invalidClaims(String)
    /// The token is from another issuer.
    case wrongIssuer
    /// The token is for another audience.
    case wrongAudience
    /// The token has expired.
    case expired
    /// The key material is malformed.
    case invalidKey
    /// The sealed message belongs to another key or context, or was changed.
    case cannotOpen
    /// The cryptographic library failed to sign or seal.
    case cryptoFailure
}
