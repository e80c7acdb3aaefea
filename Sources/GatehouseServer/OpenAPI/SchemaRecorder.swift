import Foundation
import GatehouseWire

/// Derives JSON schemas from `Decodable` types: decodes them from sample values, and records the members that are read.
///
/// A member that the type decodes if it is present is optional in the schema, all others are required.
struct SchemaRecorder {
    /// The schemas of the ``DescribedJSON`` types so far, by name.
    private(set) var components: [String: JSONValue] = [:]

    /// Returns the schema of a type: a reference for a ``DescribedJSON`` type.
    mutating func schema<Value: Decodable>(of type: Value.Type) throws(SchemaError) -> JSONValue {
        let recording = Recording()
        do {
            let (schema, _) = try recording.record(type)
            components.merge(recording.components) { known, _ in known }
            return schema
        } catch {
            throw SchemaError(type: "\(type)", reason: "\(error)")
        }
    }

    /// Returns a reference to a component.
    static func reference(to name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/" + name)]
    }
}

/// A type whose schema cannot be derived.
package struct SchemaError: Error, CustomStringConvertible {
    let type: String
    let reason: String

    package var description: String { "\(type) has no schema: \(reason)" }
}

/// The components of one derivation.
private final class Recording {
    var components: [String: JSONValue] = [:]

    /// Returns the schema of a type and a sample of it.
    func record<Value: Decodable>(_ type: Value.Type) throws -> (schema: JSONValue, sample: Value) {
        if let leaf = type as? any SchemaLeaf.Type, let sample = leaf.sample as? Value {
            return (try leaf.schema(in: self), sample)
        }
        if let closed = type as? any CaseIterable.Type, let values = Self.values(of: closed),
            let sample = values.first as? Value
        {
            return (["type": "string", "enum": .array(values.map { .string($0.rawValue) })], sample)
        }
        let decoder = RecordingDecoder(recording: self)
        let sample = try Value(from: decoder)
        var schema = decoder.schema
        if let open = type as? any KnownValues.Type { schema["examples"] = .array(Self.known(open)) }
        guard let described = type as? any DescribedJSON.Type else { return (.object(schema), sample) }
        let text = described.schema
        components[text.name] = .object(Self.describe(schema, text))
        return (SchemaRecorder.reference(to: text.name), sample)
    }

    private static func values<Kind: CaseIterable>(of type: Kind.Type) -> [any RawRepresentable<String>]? {
        let values = type.allCases.compactMap { $0 as? any RawRepresentable<String> }
        return values.isEmpty ? nil : values
    }

    private static func known<Kind: KnownValues>(_ type: Kind.Type) -> [JSONValue] {
        type.known.map { .string($0.rawValue) }
    }

    private static func describe(_ schema: [String: JSONValue], _ text: SchemaDescription) -> [String: JSONValue] {
        var schema = schema
        schema["description"] = .string(text.text)
        let members = (schema["properties"]?.object ?? [:]).map { name, value in
            (name, text.members[name].map { $0.applied(to: value) } ?? value)
        }
        if !members.isEmpty { schema["properties"] = .object(Dictionary(uniqueKeysWithValues: members)) }
        return schema
    }
}

extension MemberDescription {
    /// Returns a schema with the text, the example and the limits.
    func applied(to schema: JSONValue) -> JSONValue {
        var members = schema.object ?? [:]
        members["description"] = .string(text)
        if let example { members["examples"] = [example] }
        if let range {
            let isText = members["type"] == "string"
            members[isText ? "minLength" : "minimum"] = .integer(Int64(range.lowerBound))
            members[isText ? "maxLength" : "maximum"] = .integer(Int64(range.upperBound))
        }
        return .object(members)
    }
}

// MARK: Leaves

/// A type that is not decoded, because its schema is known or its decoding does not accept every text.
private protocol SchemaLeaf: Decodable {
    static var sample: Self { get }
    static func schema(in recording: Recording) throws -> JSONValue
}

extension Bool: SchemaLeaf {
    fileprivate static var sample: Bool { false }
    fileprivate static func schema(in recording: Recording) -> JSONValue { ["type": "boolean"] }
}

extension String: SchemaLeaf {
    fileprivate static var sample: String { "" }
    fileprivate static func schema(in recording: Recording) -> JSONValue { ["type": "string"] }
}

extension Double: SchemaLeaf {
    fileprivate static var sample: Double { 0 }
    fileprivate static func schema(in recording: Recording) -> JSONValue { ["type": "number"] }
}

extension Int: SchemaLeaf {
    fileprivate static var sample: Int { 0 }
    fileprivate static func schema(in recording: Recording) -> JSONValue { ["type": "integer"] }
}

extension Int64: SchemaLeaf {
    fileprivate static var sample: Int64 { 0 }
    fileprivate static func schema(in recording: Recording) -> JSONValue { ["type": "integer"] }
}

extension Timestamp: SchemaLeaf {
    fileprivate static var sample: Timestamp { Timestamp(seconds: 0) }
    fileprivate static func schema(in recording: Recording) -> JSONValue { ["type": "string", "format": "date-time"] }
}

extension Secret: SchemaLeaf {
    fileprivate static var sample: Secret { Secret("") }
    fileprivate static func schema(in recording: Recording) -> JSONValue { ["type": "string", "format": "password"] }
}

extension JSONValue: SchemaLeaf {
    fileprivate static var sample: JSONValue { .null }
    /// Any value.
    fileprivate static func schema(in recording: Recording) -> JSONValue { [:] }
}

extension Dictionary: SchemaLeaf where Key == String, Value: Decodable {
    fileprivate static var sample: [String: Value] { [:] }
    fileprivate static func schema(in recording: Recording) throws -> JSONValue {
        ["type": "object", "additionalProperties": try recording.record(Value.self).schema]
    }
}

// MARK: Decoder

/// A decoder that returns samples, and records the types that are decoded from it.
private final class RecordingDecoder: Decoder {
    let recording: Recording
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    /// The schema so far; any value if nothing was decoded.
    fileprivate(set) var schema: [String: JSONValue] = [:]
    /// The names of the members that are checked for presence before they are decoded.
    fileprivate var optional: Set<String> = []

    init(recording: Recording) {
        self.recording = recording
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        schema["type"] = "object"
        return KeyedDecodingContainer(RecordingObject(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        schema["type"] = "array"
        return RecordingArray(decoder: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { RecordingValue(decoder: self) }

    fileprivate func addMember(_ name: String, _ member: JSONValue) {
        var members = schema["properties"]?.object ?? [:]
        members[name] = member
        schema["properties"] = .object(members)
        guard !optional.contains(name) else { return }
        let required = Set((schema["required"]?.array ?? []).compactMap(\.string) + [name])
        schema["required"] = .array(required.sorted().map(JSONValue.string))
    }
}

private struct RecordingObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RecordingDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool {
        decoder.optional.insert(key.stringValue)
        return true
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let (schema, sample) = try decoder.recording.record(type)
        decoder.addMember(key.stringValue, schema)
        return sample
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw SchemaError(type: "\(type)", reason: "A nested container is no type of its own.")
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SchemaError(type: key.stringValue, reason: "A nested container is no type of its own.")
    }

    func superDecoder() -> any Decoder { decoder }

    func superDecoder(forKey key: Key) -> any Decoder { decoder }
}

private struct RecordingArray: UnkeyedDecodingContainer {
    let decoder: RecordingDecoder

    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    /// Whether the single element has been read.
    var isAtEnd: Bool { currentIndex > 0 }
    private(set) var currentIndex = 0

    init(decoder: RecordingDecoder) {
        self.decoder = decoder
    }

    func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (schema, sample) = try decoder.recording.record(type)
        decoder.schema["items"] = schema
        currentIndex += 1
        return sample
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw SchemaError(type: "\(type)", reason: "A nested container is no type of its own.")
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw SchemaError(type: "array", reason: "A nested container is no type of its own.")
    }

    func superDecoder() -> any Decoder { decoder }
}

private struct RecordingValue: SingleValueDecodingContainer {
    let decoder: RecordingDecoder

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (schema, sample) = try decoder.recording.record(type)
        decoder.schema = schema.object ?? [:]
        return sample
    }
}
