/// Why a client must not believe an ID token.
package enum IDTokenError: Error, Sendable, Hashable {
    /// Form, kind, algorithm or signature; `unknownKey` when a newer key set may help.
    case token(JOSEError)
    /// It is from another issuer.
    case wrongIssuer
    /// It is for another client, or for others too without saying whom it was issued to.
    case wrongAudience
    /// It was issued to another client.
    case wrongAuthorizedParty
    /// It does not belong to this request.
    case wrongNonce
    /// It does not belong to the access token beside it.
    case wrongAccessTokenHash
    /// The person signed in longer ago than was asked for, or the token does not say when.
    case authenticationTooOld
    /// It has expired (positive: this clock is ahead by that many seconds or more) or is issued in the future (negative:
    /// this clock is behind). A token fresh from the server is neither unless this clock is wrong.
    case clockSkew(seconds: Int)
}
