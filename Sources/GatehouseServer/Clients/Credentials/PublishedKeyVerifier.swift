import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// Verifies tokens with the keys that their signers publish: clients and trusted issuers.
struct PublishedKeyVerifier: Sendable {
    let source: any PublishedKeySource

    /// Verifies a token with published keys.
    ///
    /// Keys at a `jwks_uri` are fetched again if none matches: the signer may have published new ones.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - keys: The keys.
    ///   - isTrusted: Whether the keys are those of an issuer of the configuration, or of a client that an operator
    ///     vouches for.
    ///   - claims: The claims to decode.
    ///   - types: The accepted values of `typ`.
    ///   - algorithms: The accepted algorithms.
    /// - Returns: The claims; `failure` if the token is invalid or there are no keys.
    /// - Throws: `temporarily_unavailable` if the keys cannot be fetched.
    func verify<Claims: Decodable & Sendable>(
        _ token: Secret,
        with keys: PublishedKeys?,
        ofTrustedParty isTrusted: Bool,
        as claims: Claims.Type,
        accepting types: AcceptedTypes,
        algorithms: [SigningAlgorithm]
    ) async throws(OAuthError) -> Result<Claims, JOSEError> {
        func verify(with keys: JSONWebKeySet) -> Result<Claims, JOSEError> {
            Result { () throws(JOSEError) in
                try JWSVerifier(keys).verify(token, as: claims, accepting: types, algorithms: Set(algorithms)).claims
            }
        }
        switch keys {
        case nil: return .failure(.unknownKey)
        case .set(let keys): return verify(with: keys)
        case .uri(let uri):
            let result = verify(with: try await source.keys(at: uri, ofTrustedParty: isTrusted, refreshed: false))
            // Without a key identifier, a new key cannot be told from an invalid signature.
            guard case .failure(let error) = result, [.unknownKey, .invalidSignature].contains(error) else {
                return result
            }
            return verify(with: try await source.keys(at: uri, ofTrustedParty: isTrusted, refreshed: true))
        }
    }
}
