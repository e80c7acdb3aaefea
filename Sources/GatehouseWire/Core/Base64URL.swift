package import Foundation

/// Base64 with the URL-safe alphabet and no padding (RFC 4648 §5, RFC 7515 §2).
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each character; 255 for characters outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    /// Encodes bytes.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        encode([UInt8](bytes))
    }

    private static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(buffer >> bits & 63)])
            }
            buffer &= (1 << bits) - 1
        }
        if bits > 0 { text.append(alphabet[Int(buffer << (6 - bits) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes text; returns `nil` for padding, characters outside the alphabet, and nonzero trailing bits, so that
    /// each value has one encoding only.
    package static func decode(_ text: some StringProtocol) -> Data? {
        var bytes = Data(capacity: text.utf8.count * 3 / 4)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for letter in text.utf8 {
            let value = values[Int(letter)]
            guard value != 255 else { return nil }
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(buffer >> bits & 255))
                buffer &= (1 << bits) - 1
            }
        }
        guard bits < 6, buffer == 0 else { return nil }
        return bytes
    }
}
