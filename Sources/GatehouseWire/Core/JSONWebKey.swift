/// A public key (RFC 7517 §4).
///
/// Members of private keys are neither decoded nor encoded.
public struct JSONWebKey: Sendable, Hashable, Codable {
    /// A key type (RFC 7518 §6.1).
    public struct KeyType: ExtensibleValue {
        /// The value as sent on the wire.
        public let rawValue: String

        /// Creates a value from its wire form.
        ///
        /// - Parameter rawValue: The value, verbatim.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An elliptic curve key.
        public static let ellipticCurve = Self(rawValue: "EC")
        /// An RSA key.
        public static let rsa = Self(rawValue: "RSA")
        /// A key of an Edwards curve, as an octet key pair (RFC 8037 §2).
        public static let octetKeyPair = Self(rawValue: "OKP")
    }

    /// A curve (RFC 7518 §6.2.1.1, RFC 8037 §5).
    public struct Curve: ExtensibleValue {
        /// The value as sent on the wire.
        public let rawValue: String

        /// Creates a value from its wire form.
        ///
        /// - Parameter rawValue: The value, verbatim.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The NIST curve P-256.
        public static let p256 = Self(rawValue: "P-256")
        /// The NIST curve P-384.
        public static let p384 = Self(rawValue: "P-384")
        /// The Edwards curve Ed25519.
        public static let ed25519 = Self(rawValue: "Ed25519")
    }

    /// The key type.
    public let keyType: KeyType
    /// The identifier of the key in token headers.
    public let keyID: String?
    /// The intended use of the key: `sig` for signatures.
    public let use: String?
    /// The algorithm of the key.
    public let algorithm: SigningAlgorithm?
    /// The curve, for elliptic curve keys and octet key pairs.
    public let curve: Curve?
    /// The x coordinate, or the public key of an octet key pair, in base64url.
    public let x: String?
    /// The y coordinate in base64url, for elliptic curve keys.
    public let y: String?
    /// The modulus in base64url, for RSA keys.
    public let modulus: String?
    /// The public exponent in base64url, for RSA keys.
    public let exponent: String?

    /// Creates a key for ES256 signatures.
    package init(keyID: String?, x: String, y: String) {
        self.init(.ellipticCurve, keyID: keyID, use: "sig", algorithm: .es256, curve: .p256, x: x, y: y)
    }

    /// Creates a key for EdDSA signatures with Ed25519 (RFC 8037 §2).
    package init(keyID: String?, ed25519 x: String) {
        self.init(.octetKeyPair, keyID: keyID, use: "sig", algorithm: .edDSA, curve: .ed25519, x: x)
    }

    /// Creates a key for RSA signatures.
    package init(keyID: String?, modulus: String, exponent: String, algorithm: SigningAlgorithm = .rs256) {
        self.init(.rsa, keyID: keyID, use: "sig", algorithm: algorithm, modulus: modulus, exponent: exponent)
    }

    private init(
        _ keyType: KeyType,
        keyID: String? = nil,
        use: String? = nil,
        algorithm: SigningAlgorithm? = nil,
        curve: Curve? = nil,
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

    /// The key reduced to the members of its thumbprint (RFC 7638 §3.2, RFC 8037 §2), or `nil` if one is missing or the
    /// type is unknown.
    package var essential: JSONWebKey? {
        switch keyType {
        case .ellipticCurve:
            guard let curve, let x, let y else { return nil }
            return JSONWebKey(keyType, curve: curve, x: x, y: y)
        case .rsa:
            guard let modulus, let exponent else { return nil }
            return JSONWebKey(keyType, modulus: modulus, exponent: exponent)
        case .octetKeyPair:
            guard let curve, let x else { return nil }
            return JSONWebKey(keyType, curve: curve, x: x)
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

extension JSONWebKey {
    /// The members of private and symmetric keys (RFC 7518 §6.2.2, §6.3.2, §6.4.1, RFC 8037 §2).
    static let privateMembers: Set<String> = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    /// Creates a key from an untyped one, for places where a private key is an error.
    ///
    /// - Throws: `WireError` if the value is not a key or contains a private or symmetric key.
    package init(publicOnly value: JSONValue) throws(WireError) {
        guard let members = value.object else { throw WireError("The key must be a JSON object.") }
        guard Self.privateMembers.isDisjoint(with: members.keys) else {
            throw WireError("The key must not contain private members.")
        }
        self = try JSONCoding.decode(JSONWebKey.self, from: JSONCoding.encode(value))
    }
}
