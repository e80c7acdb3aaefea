import Foundation
package import GatehouseWire

/// Verifies tokens with the published keys of one issuer (RFC 7515 §5.2, RFC 8725).
package struct JWSVerifier: Sendable {
    /// The maximum size of a token in bytes.
    package static let limit = 16 * 1024

    private let keys: [VerificationKey]

    /// Creates a verifier with the keys of the set that can verify ES256 or RS256 signatures.
    package init(_ keySet: JSONWebKeySet) {
        keys = keySet.keys.compactMap(VerificationKey.init)
    }

    /// Verifies a token's format, type and signature, and decodes its claims.
    ///
    /// The algorithm is the key's: a header with another algorithm matches no key. With a `kid`, only the key with that
    /// ID is used, otherwise every key of the algorithm.
    ///
    /// - Throws: `unknownKey` if a newer key set may help; another `JOSEError` if the token is invalid.
    package func verify<Claims: Decodable & Sendable>(
        _ token: Secret,
        as claims: Claims.Type = JSONValue.self,
        kind: JWTType,
        algorithms: Set<SigningAlgorithm> = [.es256, .rs256]
    ) throws(JOSEError) -> VerifiedJWS<Claims> {
        let token = token.reveal()
        guard token.utf8.count <= Self.limit else { throw .tooLong }
        let parts = token.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
            let header = try? JSONCoding.decode(JWSHeader.self, from: Base64URL.decode(parts[0]) ?? Data())
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
            return VerifiedJWS(header: header, claims: try JSONCoding.decode(Claims.self, from: payload))
        } catch {
            throw .invalidClaims(error.message)
        }
    }
}

/// A token with a valid signature; its claims are not checked yet.
package struct VerifiedJWS<Claims: Sendable>: Sendable {
    package let header: JWSHeader
    package let claims: Claims
}

/// The header of a signed token (RFC 7515 §4).
package struct JWSHeader: Sendable, Hashable, Codable {
    package var algorithm: SigningAlgorithm
    package var keyID: String?
    package var type: String?
    var critical: [String]?

    private enum CodingKeys: String, CodingKey {
        case algorithm = "alg"
        case keyID = "kid"
        case type = "typ"
        case critical = "crit"
    }

    init(algorithm: SigningAlgorithm, keyID: String, kind: JWTType) {
        self.algorithm = algorithm
        self.keyID = keyID
        type = kind.rawValue
    }
}

/// The type of a signed token, from its `typ` header (RFC 8725 §3.11).
package struct JWTType: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// RFC 9068 §2.1.
    package static let accessToken = Self(rawValue: "at+jwt")
    /// The generic type, because OpenID Connect Core §2 defines none.
    package static let idToken = Self(rawValue: "JWT")

    /// Returns whether a `typ` header matches this type.
    ///
    /// Case is ignored and the prefix `application/` is optional (RFC 7515 §4.1.9). Many servers omit `typ` in ID
    /// tokens.
    func matches(_ type: String?) -> Bool {
        guard let type = type?.lowercased() else { return self == .idToken }
        return type == rawValue.lowercased() || type == "application/" + rawValue.lowercased()
    }
}
