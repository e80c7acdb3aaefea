/// A policy for binding the tokens of new sign-ins to a key of the device (RFC 9449, DPoP).
///
/// A copy of bound tokens is useless without the key, which the library generates in the Secure Enclave if there is
/// one, and stores with the session. A session continues as it began, with or without a key, if the policy changes.
///
/// A service that supports DPoP rejects a bound token without a proof: send requests with ``AuthorizedTransport``, or
/// with the fields of ``Session/authorizationFields(for:with:)``. Other services accept it as a bearer token.
@nonexhaustive public enum DPoPPolicy: Sendable, Hashable {
    /// Tokens are bound if the server's metadata offers proofs with ES256.
    case automatic
    /// Tokens are bearer tokens: for an app that sends them, without proofs, to a service that supports DPoP.
    case off
}
