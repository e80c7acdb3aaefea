package import Crypto
package import Foundation

extension Curve25519.Signing.PublicKey {
    /// The y coordinates of the eight points whose order divides 8, and the second encodings of 0 and 1, without the
    /// bit of the sign (RFC 8032 §5.1.2).
    private static let smallOrderCoordinates: [[UInt8]] = {
        let zeros = [UInt8](repeating: 0, count: 31)
        let ones = [UInt8](repeating: 0xFF, count: 30) + [0x7F]
        return [
            [0x00] + zeros, [0x01] + zeros, [0xEC] + ones, [0xED] + ones, [0xEE] + ones,
            [
                0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
                0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
            ],
            [
                0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
                0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
            ],
        ]
    }()

    /// Creates a key from its encoding (RFC 8032 §5.1.5); `nil` for a malformed or a weak one.
    ///
    /// A point of small order is weak: anyone can make signatures that it verifies, without a private key. Libraries
    /// accept it, because the standard does not forbid it; RFC 8725 §3.4 requires inputs to be validated.
    package init?(encoding: Data) {
        var coordinate = [UInt8](encoding)
        guard coordinate.count == 32, let key = try? Self(rawRepresentation: encoding) else { return nil }
        coordinate[31] &= 0x7F
        guard !Self.smallOrderCoordinates.contains(coordinate) else { return nil }
        self = key
    }
}
