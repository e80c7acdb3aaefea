import Foundation
package import GatehouseWire

/// Verifies tokens with the published keys of one issuer (RFC 7515 §5.2, RFC 8725).
///
/// It holds public keys only, so that no token with a symmetric algorithm can be valid.
package struct JWSVerifier: Sendable {
    /// The maximum size of a token in bytes.
    package static let limit = 16 * 1024
    /// The maximum number of keys that are tried for a token without `kid`.
    private static let maxCandidates = 16

    private let keys: [VerificationKey]

    /// Creates a verifier with the keys of the set that can verify signatures.
    package init(_ keySet: JSONWebKeySet) {
        keys = keySet.keys.compactMap(VerificationKey.init)
    }

    /// Whether no key of the set can verify signatures.
    package var isEmpty: Bool { keys.isEmpty }

    /// Verifies a token's format, type and signature, and decodes its claims.
    ///
    /// A key is used only with its own algorithm, or with one of its type if it names none. With a `kid`, only the key
    /// with that ID is used, otherwise the keys of the algorithm.
    ///
    /// - Throws: `unknownKey` if a newer key set may help; another `JOSEError` if the token is invalid.
    package func verify<Claims: Decodable & Sendable>(
        _ token: Secret,
        as claims: Claims.Type = JSONValue.self,
        accepting types: AcceptedTypes,
        algorithms: Set<SigningAlgorithm> = [.es256, .rs256]
    ) throws(JOSEError) -> VerifiedJWS<Claims> {
        let token = try CompactJWS(token, limit: Self.limit, types: types, algorithms: algorithms)
        let candidates = keys.lazy.filter { key in
            key.supports(token.header.algorithm) && (token.header.keyID == nil || key.keyID == token.header.keyID)
        }.prefix(Self.maxCandidates)
        guard !candidates.isEmpty else { throw .unknownKey }
        guard candidates.contains(where: { $0.isValid(token) }) else { throw .invalidSignature }
        return try token.verified(as: Claims.self)
    }

    /// Verifies a token of one type.
    ///
    /// - Throws: `unknownKey` if a newer key set may help; another `JOSEError` if the token is invalid.
    package func verify<Claims: Decodable & Sendable>(
        _ token: Secret,
        as claims: Claims.Type = JSONValue.self,
        kind: JWTType,
        algorithms: Set<SigningAlgorithm> = [.es256, .rs256]
    ) throws(JOSEError) -> VerifiedJWS<Claims> {
        try verify(token, as: claims, accepting: AcceptedTypes(kind), algorithms: algorithms)
    }
}
