import Foundation

/// Writes a value as JSON text: an object with members sorted by name, an array, or a single value.
///
/// Nearly every response and token is a small object. `JSONEncoder` builds a tree of boxes before it writes, which took
/// an eighth of the time to issue a token; this writes the text directly. Of Foundation's types it supports `URL` only.
final class JSONWriter: Encoder {
    private enum Kind {
        case value, array, object
    }

    /// A nested value of the value that is being written.
    private enum Part {
        case text(Range<Int>)
        /// A value that can still be extended.
        case open(JSONWriter)
    }

    private(set) var text = JSONBuffer()
    private var kind = Kind.value
    /// The nested values, whose texts follow each other.
    private var parts: [(name: String, part: Part)] = []

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// Returns the text of a value.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot represent, and any error the value throws.
    static func text(of value: some Encodable) throws -> JSONBuffer {
        let writer = JSONWriter(.value)
        try writer.write(value)
        return writer.text
    }

    var count: Int { parts.count }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        kind = .object
        return KeyedEncodingContainer(JSONObjectWriter(writer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        kind = .array
        return JSONArrayWriter(writer: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Appends a value to the object, or to the array with an empty name.
    func add(_ name: String, _ append: (inout JSONBuffer) throws -> Void) rethrows {
        let start = text.bytes.count
        try append(&text)
        parts.append((name, .text(start..<text.bytes.count)))
    }

    /// Appends an encodable value to the object, or to the array with an empty name.
    func add(_ name: String, encoding value: some Encodable) throws {
        let start = text.bytes.count
        try write(value)
        parts.append((name, .text(start..<text.bytes.count)))
    }

    /// Appends an object that is filled later.
    func addObject<Key: CodingKey>(_ name: String, keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONObjectWriter(writer: addOpen(name, .object)))
    }

    func addArray(_ name: String) -> any UnkeyedEncodingContainer {
        JSONArrayWriter(writer: addOpen(name, .array))
    }

    func addEncoder(_ name: String) -> any Encoder {
        addOpen(name, .value)
    }

    private func addOpen(_ name: String, _ kind: Kind) -> JSONWriter {
        let writer = JSONWriter(kind)
        parts.append((name, .open(writer)))
        return writer
    }

    /// Writes a value at the end of the text, nested in the current value.
    private func write<Value: Encodable>(_ value: Value) throws {
        if Value.self == URL.self, let url = value as? URL { return text.append(url.absoluteString) }
        let outerKind = kind
        var outerParts: [(name: String, part: Part)] = []
        swap(&parts, &outerParts)
        kind = .value
        let start = text.bytes.count
        try value.encode(to: self)
        close(from: start)
        kind = outerKind
        parts = outerParts
    }

    /// Joins the values since `start` into the object or array that contains them.
    private func close(from start: Int) {
        switch kind {
        case .value: if text.bytes.count == start { text.append("{}".utf8) }
        case .array: join(parts, from: start, opening: "[", closing: "]") { _, _ in }
        case .object: join(members, from: start, opening: "{", closing: "}") { $0.append(name: $1) }
        }
    }

    /// The members sorted by name; if a name is repeated, the last one.
    private var members: [(name: String, part: Part)] {
        let sorted = parts.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
        return sorted.indices.compactMap { index in
            let member = sorted[index].element
            let isReplaced = index + 1 < sorted.count && sorted[index + 1].element.name == member.name
            return isReplaced ? nil : member
        }
    }

    private func join(
        _ parts: [(name: String, part: Part)],
        from start: Int,
        opening: Unicode.Scalar,
        closing: Unicode.Scalar,
        label: (inout JSONBuffer, String) -> Void
    ) {
        var joined = JSONBuffer(capacity: text.bytes.count - start + 24 * parts.count + 2)
        joined.append(sign: opening)
        for (index, (name, part)) in parts.enumerated() {
            if index > 0 { joined.append(sign: ",") }
            label(&joined, name)
            switch part {
            case .text(let range): joined.append(text.bytes[range])
            case .open(let writer):
                writer.close(from: 0)
                joined.append(writer.text.bytes)
            }
        }
        joined.append(sign: closing)
        text.replace(from: start, with: joined)
    }
}

extension JSONWriter: SingleValueEncodingContainer {
    func encodeNil() { text.appendNull() }
    func encode(_ value: Bool) { text.append(value) }
    func encode(_ value: String) { text.append(value) }
    func encode(_ value: Double) throws { try text.append(fraction: value) }
    func encode(_ value: Float) throws { try text.append(fraction: value) }
    func encode(_ value: Int) { text.append(integer: value) }
    func encode(_ value: Int8) { text.append(integer: value) }
    func encode(_ value: Int16) { text.append(integer: value) }
    func encode(_ value: Int32) { text.append(integer: value) }
    func encode(_ value: Int64) { text.append(integer: value) }
    func encode(_ value: UInt) { text.append(integer: value) }
    func encode(_ value: UInt8) { text.append(integer: value) }
    func encode(_ value: UInt16) { text.append(integer: value) }
    func encode(_ value: UInt32) { text.append(integer: value) }
    func encode(_ value: UInt64) { text.append(integer: value) }
    func encode(_ value: some Encodable) throws { try write(value) }
}

/// Writes the members of an object.
struct JSONObjectWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: JSONWriter

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { writer.add(key.stringValue) { $0.appendNull() } }
    func encode(_ value: Bool, forKey key: Key) { writer.add(key.stringValue) { $0.append(value) } }
    func encode(_ value: String, forKey key: Key) { writer.add(key.stringValue) { $0.append(value) } }
    func encode(_ value: Double, forKey key: Key) throws {
        try writer.add(key.stringValue) { try $0.append(fraction: value) }
    }
    func encode(_ value: Float, forKey key: Key) throws {
        try writer.add(key.stringValue) { try $0.append(fraction: value) }
    }
    func encode(_ value: Int, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: Int8, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: Int16, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: Int32, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: Int64, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: UInt, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: UInt8, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: UInt16, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: UInt32, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }
    func encode(_ value: UInt64, forKey key: Key) { writer.add(key.stringValue) { $0.append(integer: value) } }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try writer.add(key.stringValue, encoding: value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        writer.addObject(key.stringValue, keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { writer.addArray(key.stringValue) }

    func superEncoder() -> any Encoder { writer.addEncoder("super") }

    func superEncoder(forKey key: Key) -> any Encoder { writer.addEncoder(key.stringValue) }
}

/// Writes the elements of an array.
struct JSONArrayWriter: UnkeyedEncodingContainer {
    let writer: JSONWriter

    var codingPath: [any CodingKey] { [] }
    var count: Int { writer.count }

    func encodeNil() { writer.add("") { $0.appendNull() } }
    func encode(_ value: Bool) { writer.add("") { $0.append(value) } }
    func encode(_ value: String) { writer.add("") { $0.append(value) } }
    func encode(_ value: Double) throws { try writer.add("") { try $0.append(fraction: value) } }
    func encode(_ value: Float) throws { try writer.add("") { try $0.append(fraction: value) } }
    func encode(_ value: Int) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: Int8) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: Int16) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: Int32) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: Int64) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: UInt) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: UInt8) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: UInt16) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: UInt32) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: UInt64) { writer.add("") { $0.append(integer: value) } }
    func encode(_ value: some Encodable) throws { try writer.add("", encoding: value) }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        writer.addObject("", keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { writer.addArray("") }

    func superEncoder() -> any Encoder { writer.addEncoder("") }
}

/// A buffer of JSON text (RFC 8259).
struct JSONBuffer {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Appends a bracket, a comma or a colon.
    mutating func append(sign: Unicode.Scalar) {
        bytes.append(UInt8(ascii: sign))
    }

    /// Appends text that is JSON already.
    mutating func append(_ text: some Collection<UInt8>) {
        bytes.append(contentsOf: text)
    }

    /// Replaces the text from a position to the end.
    mutating func replace(from start: Int, with text: JSONBuffer) {
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

    /// Appends a number; a whole number is written without a fraction.
    ///
    /// - Throws: `EncodingError` for an infinity or NaN, which JSON cannot represent.
    mutating func append(fraction value: some BinaryFloatingPoint & Encodable & CustomStringConvertible) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(codingPath: [], debugDescription: "JSON cannot represent it.")
            )
        }
        let text = value.description
        bytes.append(contentsOf: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
    }

    /// Appends a string; reserved characters are escaped (RFC 8259 §7), slashes are not.
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
