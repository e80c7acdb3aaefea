import Foundation
package import GatehouseWire

/// A signed token in its three parts, before any check of its signature (RFC 7515 §7.1).
struct CompactJWS: Sendable {
    let header: JWSHeader
    let payload: Data
    let signature: Data
    /// The bytes that are signed: header and payload as received.
    let signingInput: Data

    /// Parses a token and checks its header against the rules of all tokens.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - limit: The maximum size of the token in bytes.
    ///   - types: The types that the use accepts.
    ///   - algorithms: The algorithms that the caller accepts.
    /// - Throws: `JOSEError` if the token is too long or malformed, or if its header is not accepted.
    init(
        _ token: Secret,
        limit: Int,
        types: AcceptedTypes,
        algorithms: some Collection<SigningAlgorithm>
    ) throws(JOSEError) {
        let token = token.reveal()
        guard token.utf8.count <= limit else { throw .tooLong }
        let parts = token.utf8.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
            .map(Substring.init)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
            let header = Base64URL.decode(parts[0])
        else { throw .malformed }
        self.header = try JWSHeader(decoding: header)
        guard algorithms.contains(self.header.algorithm) else { throw .algorithmNotAllowed }
        guard !self.header.hasCriticalExtensions else { throw .criticalExtension }
        guard types.contain(self.header.type) else { throw .wrongType }
        self.payload = payload
        self.signature = signature
        signingInput = Data(token.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
    }

    /// Decodes the claims; call it only after the check of the signature.
    func verified<Claims: Decodable & Sendable>(as claims: Claims.Type) throws(JOSEError) -> VerifiedJWS<Claims> {
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
package struct JWSHeader: Sendable, Hashable {
    package var algorithm: SigningAlgorithm
    package var keyID: String?
    package var type: String?
    /// The public key in the header; it proves possession, and says nothing about its owner.
    var embeddedKey: EmbeddedKey?
    var hasCriticalExtensions = false

    /// A key in the header of a token.
    enum EmbeddedKey: Sendable, Hashable {
        case key(JSONWebKey)
        /// No JSON object, or a private key.
        case invalid
    }

    private enum CodingKeys: String, CodingKey {
        case algorithm = "alg"
        case keyID = "kid"
        case type = "typ"
        case critical = "crit"
        case key = "jwk"
    }

    /// Creates the header of tokens that name their key, or embed it for a proof of possession.
    init(algorithm: SigningAlgorithm, key: JSONWebKey, kind: JWTType) {
        self.algorithm = algorithm
        type = kind.rawValue
        if kind == .dpopProof, let key = key.essential {
            embeddedKey = .key(key)
        } else {
            keyID = key.keyID
        }
    }

    /// Creates the header of tokens without a key.
    init(algorithm: SigningAlgorithm, kind: JWTType) {
        self.algorithm = algorithm
        type = kind.rawValue
    }

    /// Decodes a header from JSON.
    ///
    /// - Throws: `malformed` if it is not an object, or if a known member is of another type.
    init(decoding json: Data) throws(JOSEError) {
        guard let value = try? JSONCoding.decode(JSONValue.self, from: json), let members = value.object,
            let algorithm = members[CodingKeys.algorithm.rawValue]?.string
        else { throw .malformed }
        self.algorithm = SigningAlgorithm(rawValue: algorithm)
        keyID = try Self.text(members[CodingKeys.keyID.rawValue])
        type = try Self.text(members[CodingKeys.type.rawValue])
        hasCriticalExtensions = members[CodingKeys.critical.rawValue] != nil
        if let key = members[CodingKeys.key.rawValue] {
            embeddedKey = (try? JSONWebKey(publicOnly: key)).map { .key($0) } ?? .invalid
        }
    }

    private static func text(_ value: JSONValue?) throws(JOSEError) -> String? {
        guard let value, value != .null else { return nil }
        guard let text = value.string else { throw .malformed }
        return text
    }
}

extension JWSHeader: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(algorithm, forKey: .algorithm)
        try container.encodeIfPresent(keyID, forKey: .keyID)
        try container.encodeIfPresent(type, forKey: .type)
        if case .key(let key) = embeddedKey { try container.encode(key, forKey: .key) }
    }
}
