/// The percent-coding of one name or value of a form (RFC 6749, Appendix B).
package enum FormCoding {
    /// Decodes one name or value: `+` is a space.
    ///
    /// - Throws: `WireError` if an escape is truncated or not hexadecimal, or if the result is not UTF-8 or contains a
    ///   NUL or more than 30 combining marks in a row.
    package static func decode(_ text: some Sequence<UInt8>) throws(WireError) -> String {
        try decode(Array(text)[...])
    }

    /// Decodes contiguous bytes: the fast path for nearly all callers.
    static func decode(_ text: ArraySlice<UInt8>) throws(WireError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+"):
                bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(hexadecimal), let low = iterator.next().flatMap(hexadecimal)
                else { throw WireError("A percent escape is not followed by two hexadecimal digits.") }
                bytes.append(high << 4 | low)
            default:
                bytes.append(byte)
            }
        }
        guard !bytes.contains(0), let decoded = String(validUTF8: bytes) else {
            throw WireError("A name or value is not valid UTF-8 text.")
        }
        guard StreamSafeText.admits(decoded) else {
            throw WireError("A name or value contains more than 30 combining marks in a row.")
        }
        return decoded
    }

    /// Encodes one name or value: escapes all characters but letters, digits, `-`, `.`, `_` and `~`.
    package static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
