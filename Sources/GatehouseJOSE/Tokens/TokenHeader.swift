package import GatehouseWire

/// The header of a signed token (RFC 7515 §4).
package struct TokenHeader: Sendable, Hashable, Codable {
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

    init(algorithm: SigningAlgorithm, keyID: String, kind: TokenKind) {
        self.algorithm = algorithm
        self.keyID = keyID
        type = kind.rawValue
    }
}
