import Foundation

/// A JSON value, for claims and attributes of unknown type.
public enum JSONValue: Sendable, Hashable {
    /// A JSON object.
    case object([String: JSONValue])
    /// A JSON array.
    case array([JSONValue])
    /// A JSON string.
    case string(String)
    /// A JSON number without a fraction that fits in 64 bits.
    case integer(Int64)
    /// Any other JSON number.
    case double(Double)
    /// A JSON Boolean.
    case bool(Bool)
    /// JSON `null`.
    case null
}

extension JSONValue {
    /// The string, or `nil` if the value is not a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, or `nil` if the value is not an integer.
    public var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The Boolean, or `nil` if the value is not a Boolean.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements, or `nil` if the value is not an array.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, or `nil` if the value is not an object.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The member with a name, or `nil` if the value is not an object or has no such member.
    ///
    /// - Parameter name: The member's name.
    public subscript(name: String) -> JSONValue? { object?[name] }
}

extension JSONValue: Codable {
    /// Decodes any JSON value.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is no JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let members = try? container.decode([String: JSONValue].self) {
            self = .object(members)
        } else if let elements = try? container.decode([JSONValue].self) {
            self = .array(elements)
        } else if container.decodeNil() {
            self = .null
        } else {
            self = .double(try container.decode(Double.self))
        }
    }

    /// Encodes the value as JSON.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let members): try container.encode(members)
        case .array(let elements): try container.encode(elements)
        case .string(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .double(let number): try container.encode(number)
        case .bool(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Creates a JSON string.
    ///
    /// - Parameter text: The text.
    public init(stringLiteral text: String) { self = .string(text) }

    /// Creates a JSON number without a fraction.
    ///
    /// - Parameter number: The number.
    public init(integerLiteral number: Int64) { self = .integer(number) }

    /// Creates a JSON number.
    ///
    /// - Parameter number: The number.
    public init(floatLiteral number: Double) { self = .double(number) }

    /// Creates a JSON Boolean.
    ///
    /// - Parameter value: The Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates a JSON array.
    ///
    /// - Parameter elements: The elements in order.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Creates a JSON object; if a name is repeated, the last member is used.
    ///
    /// - Parameter members: The names and values.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { _, later in later })
    }

    /// Creates JSON `null`.
    ///
    /// - Parameter nilLiteral: The literal `nil`.
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
    /// Creates a value from Foundation's types, for Objective-C interfaces that take `Any`.
    ///
    /// - Throws: `WireError` that names the unsupported type, never its value.
    package init(untyped value: Any) throws(WireError) {
        switch value {
        case let text as String: self = .string(text)
        case let flag as Bool where type(of: value) == Bool.self: self = .bool(flag)
        case let number as any BinaryInteger:
            self = Int64(exactly: number).map(JSONValue.integer) ?? .double(Double(number))
        case let number as any BinaryFloatingPoint: self = .double(Double(number))
        case let number as NSNumber: self = JSONValue(number)
        case let members as [AnyHashable: Any]: self = .object(try Self.members(members))
        case let elements as [Any]:
            var array: [JSONValue] = []
            for element in elements { array.append(try JSONValue(untyped: element)) }
            self = .array(array)
        case is NSNull: self = .null
        default: throw WireError("JSON cannot represent a value of type \(type(of: value)).")
        }
    }

    private static func members(_ members: [AnyHashable: Any]) throws(WireError) -> [String: JSONValue] {
        var object: [String: JSONValue] = [:]
        for (name, member) in members {
            guard let name = name.base as? String else { throw WireError("A member name is not a string.") }
            object[name] = try JSONValue(untyped: member)
        }
        return object
    }

    /// Creates a value from a number; the Objective-C type encodings of Booleans are `c` and `B`.
    private init(_ number: NSNumber) {
        switch unsafe String(cString: number.objCType) {
        case "c", "B": self = .bool(number.boolValue)
        case "f", "d": self = .double(number.doubleValue)
        default: self = .integer(number.int64Value)
        }
    }

    /// The value in Foundation's types: dictionaries, arrays, strings, numbers and `NSNull`.
    package var untyped: Any {
        switch self {
        case .object(let members): members.mapValues(\.untyped)
        case .array(let elements): elements.map(\.untyped)
        case .string(let text): text
        case .integer(let number): Int(number)
        case .double(let number): number
        case .bool(let flag): flag
        case .null: NSNull()
        }
    }
}
