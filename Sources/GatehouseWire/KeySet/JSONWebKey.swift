/// A public key (RFC 7517 §4).
///
/// Members of private keys are neither read nor written.
public struct JSONWebKey: Sendable, Hashable, Codable {
    /// The family a key belongs to (RFC 7518 §6.1).
    public struct KeyType: WireValue {
        /// The value as it stands on the wire.
        public let rawValue: String

        /// Wraps a value as it stands on the wire.
        ///
        /// - Parameter rawValue: The value, letter for letter.
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
        self.init(.ellipticCurve, keyID: keyID, use: "sig", algorithm: .es256, curve: "P-256", x: x, y: y)
    }

    /// A key for RS256 signatures.
    package init(keyID: String?, modulus: String, exponent: String) {
        self.init(.rsa, keyID: keyID, use: "sig", algorithm: .rs256, modulus: modulus, exponent: exponent)
    }

    private init(
        _ keyType: KeyType,
        keyID: String? = nil,
        use: String? = nil,
        algorithm: SigningAlgorithm? = nil,
        curve: String? = nil,
        x: String? = nil,
        y: String? = nil,
        modulus: String? = nil,
        exponent: String? = nil
    ) {
        self.keyType = keyType
        self.keyID = keyID
        self.use = use
        self.algorithm = algorithm
        self.curve = curve
        self.x = x
        self.y = y
        self.modulus = modulus
        self.exponent = exponent
    }

    /// The key with those members alone that its thumbprint is made of (RFC 7638 §3.2), `nil` when one is missing or the
    /// family is not known.
    package var essential: JSONWebKey? {
        switch keyType {
        case .ellipticCurve:
            guard let curve, let x, let y else { return nil }
            return JSONWebKey(keyType, curve: curve, x: x, y: y)
        case .rsa:
            guard let modulus, let exponent else { return nil }
            return JSONWebKey(keyType, modulus: modulus, exponent: exponent)
        default:
            return nil
        }
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
