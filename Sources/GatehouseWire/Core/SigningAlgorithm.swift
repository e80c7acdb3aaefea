/// How a token is signed (RFC 7518 §3.1).
public struct SigningAlgorithm: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// ECDSA on P-256 with SHA-256.
    public static let es256 = Self(rawValue: "ES256")

    /// RSASSA-PKCS1-v1_5 with SHA-256.
    public static let rs256 = Self(rawValue: "RS256")
}
