package import HTTPTypes

/// The JSON Web Key Set endpoint (OpenID Connect Core §10.1).
package enum KeySetEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = JSONWebKeySet

    package static let method = HTTPRequest.Method.get
    package static let path = "/oauth2/keys"
    package static let errors: Set<OAuthErrorCode> = [.serverError, .temporarilyUnavailable]
}

/// A set of public keys (RFC 7517 §5).
public struct JSONWebKeySet: Sendable, Hashable {
    /// The keys in the order published.
    public let keys: [JSONWebKey]

    /// Creates a key set.
    package init(keys: [JSONWebKey]) {
        self.keys = keys
    }
}

extension JSONWebKeySet: Codable {
    /// An element of the array that may not be a supported key.
    private struct Candidate: Decodable {
        let key: JSONWebKey?

        init(from decoder: any Decoder) throws {
            key = try? JSONWebKey(from: decoder)
        }
    }

    private enum CodingKeys: CodingKey {
        case keys
    }

    /// Decodes a key set; unsupported keys are ignored (RFC 7517 §5).
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is no object with an array `keys`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        keys = try container.decode([Candidate].self, forKey: .keys).compactMap(\.key)
    }
}

extension JSONWebKeySet: JSONResponse {
    /// Revalidated on each request, so that no client has a set without the newest key.
    package var fields: HTTPFields { [.contentType: "application/json", .cacheControl: "no-cache"] }
}

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
    }

    /// The key type.
    public let keyType: KeyType
    /// The identifier of the key in token headers.
    public let keyID: String?
    /// The intended use of the key: `sig` for signatures.
    public let use: String?
    /// The algorithm of the key.
    public let algorithm: SigningAlgorithm?
    /// The curve, for elliptic curve keys.
    public let curve: String?
    /// The x coordinate in base64url, for elliptic curve keys.
    public let x: String?
    /// The y coordinate in base64url, for elliptic curve keys.
    public let y: String?
    /// The modulus in base64url, for RSA keys.
    public let modulus: String?
    /// The public exponent in base64url, for RSA keys.
    public let exponent: String?

    /// Creates a key for ES256 signatures.
    package init(keyID: String?, x: String, y: String) {
        self.init(.ellipticCurve, keyID: keyID, use: "sig", algorithm: .es256, curve: "P-256", x: x, y: y)
    }

    /// Creates a key for RS256 signatures.
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

    /// The key reduced to the members of its thumbprint (RFC 7638 §3.2), or `nil` if one is missing or the type is
    /// unknown.
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
