/// A public key (RFC 7517 §4).
///
/// Members of private keys are neither read nor written.
public struct JSONWebKey: Sendable, Hashable, Codable {
    /// The family a key belongs to (RFC 7518 §6.1).
    public struct KeyType: WireValue {
        /// The value as it stands on the wire.
        public let rawValue: String

        /// Wraps a value as it stands on the wire.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A key on an elliptic curve.
        public static let ellipticCurve = Self(rawValue: "EC")
        /// An RSA key.
        public static let rsa = Self(rawValue: "RSA")
    }

    /// The family the key belongs to.
    public let keyType: KeyType
    /// The name tokens know the key by.
    public let keyID: String?
    /// What the key is for: `sig` for signatures.
    public let use: String?
    /// The one algorithm the key is for.
    public let algorithm: SigningAlgorithm?
    /// The curve, for EC.
    public let curve: String?
    /// The x coordinate in base64url, for EC.
    public let x: String?
    /// The y coordinate in base64url, for EC.
    public let y: String?
    /// The modulus in base64url, for RSA.
    public let modulus: String?
    /// The public exponent in base64url, for RSA.
    public let exponent: String?

    /// A key for ES256 signatures.
    package init(keyID: String?, x: String, y: String) {
        keyType = .ellipticCurve
        self.keyID = keyID
        use = "sig"
        algorithm = .es256
        curve = "P-256"
        self.x = x
        self.y = y
        modulus = nil
        exponent = nil
    }

    /// A key for RS256 signatures.
    package init(keyID: String?, modulus: String, exponent: String) {
        keyType = .rsa
        self.keyID = keyID
        use = "sig"
        algorithm = .rs256
        curve = nil
        x = nil
        y = nil
        self.modulus = modulus
        self.exponent = exponent
    }

    private enum CodingKeys: String, CodingKey {
        case keyType = "kty"
        case keyID = "kid"
        case use
        case algorithm = "alg"
        case curve = "crv"
        case x
        case y
        case modulus = "n"
        case exponent = "e"
    }
}
