/// JSON text that grows at its end (RFC 8259).
struct JSONText {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// A bracket, a comma or a colon.
    mutating func append(sign: Unicode.Scalar) {
        bytes.append(UInt8(ascii: sign))
    }

    /// Text that is JSON already.
    mutating func append(_ text: some Collection<UInt8>) {
        bytes.append(contentsOf: text)
    }

    /// Replaces what stands there and after it.
    mutating func replace(from start: Int, with text: JSONText) {
        bytes.replaceSubrange(start..., with: text.bytes)
    }

    mutating func append(name: String) {
        append(name)
        append(sign: ":")
    }

    mutating func appendNull() {
        bytes.append(contentsOf: "null".utf8)
    }

    mutating func append(_ value: Bool) {
        bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
    }

    mutating func append(integer value: some FixedWidthInteger) {
        bytes.append(contentsOf: String(value).utf8)
    }

    /// A number without a fraction is written without one.
    ///
    /// - Throws: `EncodingError` for an infinite one and for what is none: JSON has no word for them.
    mutating func append(fraction value: some BinaryFloatingPoint & Encodable & CustomStringConvertible) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(codingPath: [], debugDescription: "JSON has no word for it.")
            )
        }
        let text = value.description
        bytes.append(contentsOf: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
    }

    /// A string; what may not stand in one is escaped (RFC 8259 §7), a slash is left alone.
    mutating func append(_ value: String) {
        append(sign: "\"")
        if value.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            bytes.append(contentsOf: value.utf8)
        } else {
            for byte in value.utf8 { appendEscaping(byte) }
        }
        append(sign: "\"")
    }

    private mutating func appendEscaping(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
        case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
        case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
        case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
        case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
        case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
        case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
        case ..<0x20:
            bytes.append(contentsOf: #"\u00"#.utf8)
            bytes.append(contentsOf: (byte < 0x10 ? "0" : "1").utf8)
            bytes.append(contentsOf: String(byte & 15, radix: 16).utf8)
        default: bytes.append(byte)
        }
    }
}
