package import Foundation

/// Base32 without padding (RFC 4648 §6): the encoding of keys that users type.
package enum Base32 {
    private static let encoding = LetterEncoding(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        bitsPerLetter: 5,
        decodesLowercase: true
    )

    /// Encodes bytes, in upper case.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        encoding.encode([UInt8](bytes))
    }

    /// Decodes text in upper or lower case; returns `nil` for padding, characters outside the alphabet, and nonzero or
    /// superfluous trailing bits.
    package static func decode(_ text: some StringProtocol) -> Data? {
        encoding.decode(text)
    }
}
