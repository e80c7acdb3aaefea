/// The Stream-Safe Text Format (UAX #15 §13): at most 30 combining marks in a row.
///
/// Comparing, hashing and normalizing a string sorts each run of marks in quadratic time. Text is checked on input, in
/// forms, JSON, paths and headers, so that all later work is linear.
package enum StreamSafeText {
    private static let maxRunLength = 30

    /// Returns whether every run of combining marks in a text is short enough.
    package static func admits(_ text: String) -> Bool {
        guard mayContainMarks(text) else { return true }
        var run = 0
        for scalar in text.unicodeScalars {
            run = isMark(scalar) ? run + 1 : 0
            if run > maxRunLength { return false }
        }
        return true
    }

    /// Returns whether every run of combining marks in a percent-encoded text is short enough after decoding.
    ///
    /// Malformed escapes stay as they are; bytes that are not UTF-8 count as other characters.
    package static func admits(percentEncoded text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return admits(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), let escaped = UInt8(Substring(digits), radix: 16), digits.count == 2 {
                bytes.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return admits(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns whether a text may contain U+0300, the first mark, which is encoded as CC 80, or a later scalar.
    private static func mayContainMarks(_ text: String) -> Bool {
        let mayBeginMark = { (byte: UInt8) in byte >= 0xCC }
        // The storage of nearly all strings is contiguous. Every field of every request is checked.
        let isFound = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe $0.contains(where: mayBeginMark) }
        return isFound ?? text.utf8.contains(where: mayBeginMark)
    }

    /// Returns whether a scalar is a combining mark, or one of the three vowel signs that decompose into marks alone.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return scalar.properties.canonicalCombiningClass != .notReordered
            || [0x0F73, 0x0F75, 0x0F81].contains(scalar.value)
    }
}
