import Foundation
package import GatehouseWire

/// Checks the signatures of tokens with the published keys of one issuer (RFC 7515 §5.2, RFC 8725).
package struct TokenVerifier: Sendable {
    /// The most bytes of a token.
    package static let limit = 16 * 1024

    private let keys: [VerificationKey]

    /// Takes in every key that is fit to check ES256 or RS256 signatures.
    package init(_ keySet: JSONWebKeySet) {
        keys = keySet.keys.compactMap(VerificationKey.init)
    }

    /// Checks a token's form, kind and signature and reads its claims.
    ///
    /// The algorithm is the key's own: a header that names another one finds no key. With a `kid` only the key of that name
    /// counts; without one, every key of the algorithm does.
    ///
    /// - Throws: `unknownKey` when a newer key set may help; any other `JOSEError` when the token is not acceptable.
    package func verify<Claims: Decodable & Sendable>(
        _ token: Secret,
        as claims: Claims.Type = JSONValue.self,
        kind: TokenKind,
        algorithms: Set<SigningAlgorithm> = [.es256, .rs256]
    ) throws(JOSEError) -> VerifiedToken<Claims> {
        let token = token.reveal()
        guard token.utf8.count <= Self.limit else { throw .tooLong }
        let parts = token.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
            let header = try? WireJSON.decode(TokenHeader.self, from: Base64URL.decode(parts[0]) ?? Data())
        else { throw .malformed }
        guard algorithms.contains(header.algorithm) else { throw .algorithmNotAllowed }
        guard header.critical == nil else { throw .criticalExtension }
        guard kind.matches(header.type) else { throw .wrongType }

        let candidates = keys.filter { key in
            key.algorithm == header.algorithm && (header.keyID == nil || key.keyID == header.keyID)
        }
        guard !candidates.isEmpty else { throw .unknownKey }
        let input = Data(token.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
        guard candidates.contains(where: { $0.isValid(signature, for: input) }) else { throw .invalidSignature }

        do {
            return VerifiedToken(header: header, claims: try WireJSON.decode(Claims.self, from: payload))
        } catch {
            throw .invalidClaims(error.message)
        }
    }
}
