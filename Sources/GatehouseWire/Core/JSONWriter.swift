import Foundation

/// Writes a value as JSON text: an object with its members in order of their names, an array, or a single value.
///
/// Nearly every answer and every token is a small object, for which `JSONEncoder` builds a tree of boxes before it writes anything: that took
/// an eighth of the time of a token. This writes the text at once. Of Foundation's own types it knows URLs alone.
final class JSONWriter: Encoder {
    private enum Kind {
        case value, array, object
    }

    /// A value within the one that is being written.
    private enum Part {
        case text(Range<Int>)
        /// One that its owner may still add to.
        case open(JSONWriter)
    }

    private(set) var text = JSONText()
    private var kind = Kind.value
    /// The values within the one that is being written, whose texts follow on another.
    private var parts: [(name: String, part: Part)] = []

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// The text of a value.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot hold, and whatever the value throws.
    static func text(of value: some Encodable) throws -> JSONText {
        let writer = JSONWriter(.value)
        try writer.write(value)
        return writer.text
    }

    var count: Int { parts.count }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        kind = .object
        return KeyedEncodingContainer(JSONMembers(writer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        kind = .array
        return JSONElements(writer: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Adds a value to the object, or to the array with an empty name.
    func add(_ name: String, _ append: (inout JSONText) throws -> Void) rethrows {
        let start = text.bytes.count
        try append(&text)
        parts.append((name, .text(start..<text.bytes.count)))
    }

    /// The same for a value that writes itself.
    func add(_ name: String, encoding value: some Encodable) throws {
        let start = text.bytes.count
        try write(value)
        parts.append((name, .text(start..<text.bytes.count)))
    }

    /// Adds an object that is filled later.
    func addObject<Key: CodingKey>(_ name: String, keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONMembers(writer: addOpen(name, .object)))
    }

    func addArray(_ name: String) -> any UnkeyedEncodingContainer {
        JSONElements(writer: addOpen(name, .array))
    }

    func addEncoder(_ name: String) -> any Encoder {
        addOpen(name, .value)
    }

    private func addOpen(_ name: String, _ kind: Kind) -> JSONWriter {
        let writer = JSONWriter(kind)
        parts.append((name, .open(writer)))
        return writer
    }

    /// Writes a value at the end of the text, within what is being written.
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

    /// Puts the values since the start together into the object or the array that they belong to.
    private func close(from start: Int) {
        switch kind {
        case .value: if text.bytes.count == start { text.append("{}".utf8) }
        case .array: join(parts, from: start, "[", "]") { _, _ in }
        case .object: join(members, from: start, "{", "}") { $0.append(name: $1) }
        }
    }

    /// The members by name; of two with one name, the later one.
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
        _ opening: Unicode.Scalar,
        _ closing: Unicode.Scalar,
        label: (inout JSONText, String) -> Void
    ) {
        var joined = JSONText(capacity: text.bytes.count - start + 24 * parts.count + 2)
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
