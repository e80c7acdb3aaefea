/// Writes one value as JSON text: an object with its members in order of their names, an array, or a single value.
///
/// Nearly every answer and every token is a small object, for which `JSONEncoder` builds a tree of boxes before it writes anything: that took
/// an eighth of the time of a token. This writes the text at once. Of Foundation's own types it knows URLs alone.
final class JSONWriter: Encoder {
    private enum Kind {
        case value, array, object
    }

    /// A value within this one.
    private enum Part {
        case text(Range<Int>)
        /// One that its owner may still add to.
        case open(JSONWriter)
    }

    private var kind = Kind.value
    /// The value, or the values within it one after the other.
    private var text = JSONText()
    private var parts: [(name: String, part: Part)] = []

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// Writes a value.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot hold, and whatever the value throws.
    init(_ value: some Encodable) throws {
        try value.encode(to: self)
    }

    private init(_ kind: Kind) {
        self.kind = kind
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
    func add(_ name: String, _ write: (inout JSONText) throws -> Void) rethrows {
        let start = text.bytes.count
        try write(&text)
        parts.append((name, .text(start..<text.bytes.count)))
    }

    /// Adds an object or an array that is filled later.
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

    /// The text of the whole value.
    func finish() -> JSONText {
        switch kind {
        case .value: return text.bytes.isEmpty ? JSONText("{}") : text
        case .array: return join("[", parts, "]") { _, _ in }
        case .object: return join("{", members, "}") { $0.append(name: $1) }
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
        _ opening: Unicode.Scalar,
        _ parts: [(name: String, part: Part)],
        _ closing: Unicode.Scalar,
        label: (inout JSONText, String) -> Void
    ) -> JSONText {
        var joined = JSONText(capacity: text.bytes.count + 24 * parts.count + 2)
        joined.append(sign: opening)
        for (index, (name, part)) in parts.enumerated() {
            if index > 0 { joined.append(sign: ",") }
            label(&joined, name)
            switch part {
            case .text(let range): joined.append(text.bytes[range])
            case .open(let writer): joined.append(writer.finish().bytes[...])
            }
        }
        joined.append(sign: closing)
        return joined
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
    func encode(_ value: some Encodable) throws { try text.append(encoding: value) }
}
