/// Any JSON value, for claims and attributes whose shape is not known beforehand.
public enum JSONValue: Sendable, Hashable {
    /// A JSON object.
    case object([String: JSONValue])
    /// A JSON array.
    case array([JSONValue])
    /// A JSON string.
    case string(String)
    /// A JSON number without a fraction that fits 64 bits.
    case integer(Int64)
    /// Any other JSON number.
    case double(Double)
    /// A JSON boolean.
    case bool(Bool)
    /// JSON `null`.
    case null
}

extension JSONValue {
    /// The text, when this is a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, when this is an integer.
    public var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The truth value, when this is a boolean.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements, when this is an array.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, when this is an object.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The member of that name, when this is an object that has it.
    ///
    /// - Parameter name: The member's name.
    public subscript(name: String) -> JSONValue? { object?[name] }
}

extension JSONValue: Codable {
    /// Reads any JSON value.
    ///
    /// - Parameter decoder: Where the value is read from.
    /// - Throws: `DecodingError` when there is no JSON value.
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

    /// Writes the value as JSON.
    ///
    /// - Parameter encoder: Where the value is written to.
    /// - Throws: Whatever the encoder throws.
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
    /// A JSON string.
    ///
    /// - Parameter text: The text.
    public init(stringLiteral text: String) { self = .string(text) }

    /// A JSON number without a fraction.
    ///
    /// - Parameter number: The number.
    public init(integerLiteral number: Int64) { self = .integer(number) }

    /// A JSON number.
    ///
    /// - Parameter number: The number.
    public init(floatLiteral number: Double) { self = .double(number) }

    /// A JSON boolean.
    ///
    /// - Parameter value: The truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A JSON array.
    ///
    /// - Parameter elements: The elements in order.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// A JSON object; of two members with one name the later one counts.
    ///
    /// - Parameter members: Names and values.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { _, later in later })
    }

    /// JSON `null`.
    ///
    /// - Parameter nilLiteral: Nothing; the literal is `nil`.
    public init(nilLiteral: ()) { self = .null }
}
