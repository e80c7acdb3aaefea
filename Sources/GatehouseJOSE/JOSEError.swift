/// Why a key, a token or a sealed message is not what it should be.
package enum JOSEError: Error, Sendable, Hashable {
    /// The token is longer than any this project accepts.
    case tooLong
    /// The token is not three parts of base64url, or its header cannot be read.
    case malformed
    /// The header asks for an algorithm that is not allowed here, `none` and `HS256` among them.
    case algorithmNotAllowed
    /// The header has extensions that must be understood, but are not (RFC 7515 §4.1.11).
    case criticalExtension
    /// The token is of another kind than the one expected.
    case wrongType
    /// No key of that name and algorithm is known; a newer key set may have it.
    case unknownKey
    /// The signature is not the key's.
    case invalidSignature
    /// The claims cannot be read: which one is missing or of the wrong kind.
    case invalidClaims(String)
    /// The token is from another issuer.
    case wrongIssuer
    /// The token is for somebody else.
    case wrongAudience
    /// The time of the token is over.
    case expired
    /// The key material cannot be read.
    case invalidKey
    /// A sealed message was made with another key, belongs elsewhere, or was changed.
    case cannotOpen
    /// The crypto library failed to sign or to seal.
    case cryptoFailure
}
