package import Foundation

/// Base32 without padding (RFC 4648 §6): the encoding of keys that users type.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// The value of each character, in upper or lower case; 255 for characters outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in alphabet.enumerated() {
            values[Int(letter)] = UInt8(value)
            let isLetter = letter >= UInt8(ascii: "A")
            if isLetter { values[Int(letter | 0x20)] = UInt8(value) }
        }
        return values
    }()

    /// Encodes bytes, in upper case.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + 4) / 5)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(buffer >> bits & 31)])
            }
            buffer &= (1 << bits) - 1
        }
        if bits > 0 { text.append(alphabet[Int(buffer << (5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes text in upper or lower case; returns `nil` for padding, characters outside the alphabet, and nonzero or
    /// superfluous trailing bits.
    package static func decode(_ text: some StringProtocol) -> Data? {
        var bytes = Data(capacity: text.utf8.count * 5 / 8)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for letter in text.utf8 {
            let value = values[Int(letter)]
            guard value != 255 else { return nil }
            buffer = buffer << 5 | UInt32(value)
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(buffer >> bits & 255))
                buffer &= (1 << bits) - 1
            }
        }
        guard bits < 5, buffer == 0 else { return nil }
        return bytes
    }
}
