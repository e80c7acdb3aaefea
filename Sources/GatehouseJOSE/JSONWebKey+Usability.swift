package import GatehouseWire

extension JSONWebKey {
    /// The algorithms whose signatures the key verifies; empty if it is not for signatures, unsupported, weak or
    /// malformed.
    package var verifiableAlgorithms: [SigningAlgorithm] {
        guard let key = VerificationKey(self) else { return [] }
        return SigningAlgorithm.asymmetric.filter(key.supports)
    }

    /// Whether the key is an RSA key of less than 2048 bits (RFC 7518 §3.3).
    package var isWeakRSAKey: Bool {
        guard keyType == .rsa, let modulus = modulus.flatMap({ Base64URL.decode($0) }) else { return false }
        let significant = modulus.drop { $0 == 0 }
        return significant.count * 8 - (significant.first?.leadingZeroBitCount ?? 0) < 2048
    }
}
