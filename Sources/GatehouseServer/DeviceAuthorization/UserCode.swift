/// The code that a device shows and a person types (RFC 8628 §6.1).
///
/// Eight of twenty consonants: no vowels, so no words; no letters that look alike in upper case. That is 34.6 bits; it lives ten minutes, and tries
/// at it count against the address they come from, so guessing one of a thousand living codes takes more than ten million tries.
package struct UserCode: Sendable, Hashable {
    /// As it is stored: upper case, without the dash.
    package let normalized: String

    static let length = 8
    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")

    /// A new one.
    init(random: RandomSource) {
        normalized = String(
            (0..<Self.length).map { _ in Self.alphabet[Int(random.number(below: UInt64(Self.alphabet.count)))] }
        )
    }

    /// The most bytes that are normalised: full-width letters with spaces between them.
    private static let longestEntry = 64

    /// Returns a code in the form it is stored in; empty for text that is too long to be a code.
    package static func normalize(_ typed: String) -> String {
        guard typed.utf8.count <= longestEntry else { return "" }
        return typed.uppercased().filter { $0.isLetter || $0.isNumber }
    }

    /// As it is shown: `XXXX-XXXX`.
    package var display: String { Self.display(normalized) }

    /// A stored code as it is shown.
    package static func display(_ normalized: String) -> String {
        normalized.prefix(length / 2) + "-" + normalized.dropFirst(length / 2)
    }
}
