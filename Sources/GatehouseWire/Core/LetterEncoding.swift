import Foundation

/// An encoding of bytes as text without padding, in which each letter stands for the same number of bits (RFC 4648 §3).
struct LetterEncoding: Sendable {
    /// The value of bytes outside the alphabet.
    private static let noValue: UInt8 = 255

    private let alphabet: [UInt8]
    private let bitsPerLetter: UInt32
    /// The value of each byte.
    private let values: [UInt8]

    /// Creates an encoding.
    ///
    /// - Parameters:
    ///   - alphabet: The letters in the order of their values; two to the power of `bitsPerLetter`.
    ///   - bitsPerLetter: The number of bits that a letter stands for.
    ///   - decodesLowercase: Whether decoding also accepts the letters of the alphabet in lower case.
    init(_ alphabet: String, bitsPerLetter: UInt32, decodesLowercase: Bool = false) {
        self.alphabet = Array(alphabet.utf8)
        self.bitsPerLetter = bitsPerLetter
        var values = [UInt8](repeating: Self.noValue, count: 256)
        for (value, letter) in self.alphabet.enumerated() {
            values[Int(letter)] = UInt8(value)
            if decodesLowercase, letter >= UInt8(ascii: "A") { values[Int(letter | 0x20)] = UInt8(value) }
        }
        self.values = values
    }

    /// Encodes bytes.
    func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + Int(bitsPerLetter) - 1) / Int(bitsPerLetter))
        let mask: UInt32 = (1 << bitsPerLetter) - 1
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= bitsPerLetter {
                bits -= bitsPerLetter
                text.append(alphabet[Int(buffer >> bits & mask)])
            }
            buffer &= (1 << bits) - 1
        }
        if bits > 0 { text.append(alphabet[Int(buffer << (bitsPerLetter - bits) & mask)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes text; returns `nil` for padding, characters outside the alphabet, and nonzero or superfluous trailing
    /// bits, so that each value has one encoding only.
    func decode(_ text: some StringProtocol) -> Data? {
        // Appending to an array takes a fraction of the time of appending to `Data`.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * Int(bitsPerLetter) / 8)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for letter in text.utf8 {
            let value = values[Int(letter)]
            guard value != Self.noValue else { return nil }
            buffer = buffer << bitsPerLetter | UInt32(value)
            bits += bitsPerLetter
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(buffer >> bits & 255))
                buffer &= (1 << bits) - 1
            }
        }
        guard bits < bitsPerLetter, buffer == 0 else { return nil }
        return Data(bytes)
    }
}
