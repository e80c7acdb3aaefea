package import Foundation

/// Base64 with the URL-safe alphabet and no padding (RFC 4648 §5, RFC 7515 §2).
package enum Base64URL {
    private static let encoding = LetterEncoding(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
        bitsPerLetter: 6
    )

    /// Encodes bytes.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        encoding.encode([UInt8](bytes))
    }

    /// Decodes text; returns `nil` for padding, characters outside the alphabet, and nonzero trailing bits, so that
    /// each value has one encoding only.
    package static func decode(_ text: some StringProtocol) -> Data? {
        encoding.decode(text)
    }
}
