import Foundation

/// A JSON parser (RFC 8259) that takes linear time for every input.
struct JSONReader {
    /// The maximum length of a member name in bytes.
    private static let maxNameLength = 256
    /// The maximum length of a number in bytes.
    private static let maxNumberLength = 256
    /// The maximum number of members in all objects together: hashing is expensive, and 63 KB of custom fields have
    /// fewer.
    private static let maxMemberCount = 10_000
    private static let invalid = WireError("The text is not valid JSON.")

    private let text: [UInt8]
    private let depth: Int
    private var position = 0
    private var memberCount = 0

    private init(_ text: [UInt8], depth: Int) {
        self.text = text
        self.depth = depth
    }

    /// Reads a whole text.
    ///
    /// The names in an object must differ, as the standards of tokens and keys demand (RFC 7515 §4, RFC 7517 §4,
    /// RFC 7519 §4): parsers disagree about which of several members counts (RFC 8259 §4).
    ///
    /// - Parameters:
    ///   - text: The text, in UTF-8 (RFC 8259 §8.1).
    ///   - depth: The maximum nesting of objects and arrays; each level takes a frame of the thread's stack.
    /// - Returns: The value.
    /// - Throws: `WireError` for text that is not JSON, is nested too deeply, or contains too many members, a name
    ///   twice in an object, a name or number longer than 256 bytes, more than 30 combining marks in a row, or U+0000,
    ///   which not every store accepts.
    static func read(_ text: Data, depth: Int) throws(WireError) -> JSONValue {
        var reader = JSONReader([UInt8](text), depth: depth)
        // Some servers send a byte order mark, which a parser may ignore (RFC 8259 §8.1).
        if reader.text.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        let value = try reader.value(level: 0)
        reader.skipSpace()
        guard reader.next == nil else { throw invalid }
        return value
    }

    private var next: UInt8? { position < text.count ? text[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Skips the next character if it is the given one.
    private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: sign) else { return false }
        position += 1
        return true
    }

    private mutating func value(level: Int) throws(WireError) -> JSONValue {
        guard level <= depth else { throw WireError("The JSON is nested too deeply.") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try members(level: level + 1))
        case UInt8(ascii: "["): return .array(try elements(level: level + 1))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func members(level: Int) throws(WireError) -> [String: JSONValue] {
        guard level <= depth else { throw WireError("The JSON is nested too deeply.") }
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if skip("}") { return members }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw Self.invalid }
            let name = try string(limit: Self.maxNameLength)
            skipSpace()
            guard skip(":") else { throw Self.invalid }
            let value = try value(level: level)
            guard members.updateValue(value, forKey: name) == nil else {
                throw WireError("A member name in the JSON is repeated.")
            }
            memberCount += 1
            guard memberCount <= Self.maxMemberCount else { throw WireError("The JSON contains too many members.") }
            skipSpace()
            if skip("}") { return members }
            guard skip(",") else { throw Self.invalid }
        }
    }

    private mutating func elements(level: Int) throws(WireError) -> [JSONValue] {
        guard level <= depth else { throw WireError("The JSON is nested too deeply.") }
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if skip("]") { return elements }
        while true {
            elements.append(try value(level: level))
            skipSpace()
            if skip("]") { return elements }
            guard skip(",") else { throw Self.invalid }
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(WireError) -> JSONValue {
        let expected = "\(word)".utf8
        guard text[position...].starts(with: expected) else { throw Self.invalid }
        position += expected.count
        return value
    }

    /// Reads a number; an integer that fits 64 bits is read as one even if it is written with a fraction.
    private mutating func number() throws(WireError) -> JSONValue {
        let start = position
        _ = skip("-")
        let whole = digits()
        guard whole == 1 || whole > 1 && text[position - whole] != UInt8(ascii: "0") else { throw Self.invalid }
        if skip("."), digits() == 0 { throw Self.invalid }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            if digits() == 0 { throw Self.invalid }
        }
        guard position - start <= Self.maxNumberLength else { throw WireError("A number in the JSON is too long.") }
        let written = String(decoding: text[start..<position], as: UTF8.self)
        if let integer = Int64(written) { return .integer(integer) }
        guard let number = Double(written), number.isFinite else { throw Self.invalid }
        return Int64(exactly: number).map(JSONValue.integer) ?? .double(number)
    }

    /// Skips digits and returns their count.
    private mutating func digits() -> Int {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func string(limit: Int = .max) throws(WireError) -> String {
        position += 1
        // The bytes before the last escape sequence, and the start of those after it.
        var bytes: [UInt8] = []
        var start = position
        while let byte = next {
            guard bytes.count + position - start <= limit else {
                throw WireError("A name in the JSON exceeds \(limit) bytes.")
            }
            switch byte {
            case UInt8(ascii: "\""):
                let rest = text[start..<position]
                position += 1
                let decoded = bytes.isEmpty ? String(validUTF8: rest) : String(validUTF8: bytes + rest)
                guard let string = decoded else { throw Self.invalid }
                guard StreamSafeText.admits(string) else {
                    throw WireError("The JSON contains more than 30 combining marks in a row.")
                }
                return string
            case UInt8(ascii: "\\"):
                bytes += text[start..<position]
                position += 1
                bytes += String(try escape()).utf8
                start = position
            case ..<0x20: throw Self.invalid
            default: position += 1
            }
        }
        throw Self.invalid
    }

    /// Reads an escape sequence after its backslash (RFC 8259 §7).
    private mutating func escape() throws(WireError) -> Unicode.Scalar {
        guard let letter = next else { throw Self.invalid }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            guard unit != 0 else { throw WireError("The JSON contains the character U+0000.") }
            if let scalar = Unicode.Scalar(unit) { return scalar }
            guard UTF16.isLeadSurrogate(unit), skip("\\"), skip("u") else { throw Self.invalid }
            let trail = try codeUnit()
            guard UTF16.isTrailSurrogate(trail) else { throw Self.invalid }
            return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
        default: throw Self.invalid
        }
    }

    private mutating func codeUnit() throws(WireError) -> UInt16 {
        guard position + 4 <= text.count else { throw Self.invalid }
        var unit: UInt16 = 0
        for byte in text[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Self.invalid }
            unit = unit << 4 | UInt16(digit)
        }
        position += 4
        return unit
    }
}
