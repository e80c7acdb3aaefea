import Foundation
import GatehouseConcurrency
import GatehouseWire

/// A cache of decoded JSON values that are the same in many rows, such as the lists of a client's registration.
package final class DecodedJSON: Sendable {
    /// The cache of this process; decoding depends on nothing but the text.
    package static let shared = DecodedJSON()

    private struct Key: Hashable {
        let type: ObjectIdentifier
        let text: String
    }

    /// The maximum number of entries; such texts only change with a client's registration.
    private static let capacity = 1024

    private let values = Mutex<[Key: any Sendable]>([:])

    private init() {}

    /// Returns the value of a JSON text.
    ///
    /// - Throws: `DecodingError` if the text does not decode to this type.
    package func value<Value: Decodable & Sendable>(of text: String, as type: Value.Type) throws -> Value {
        let key = Key(type: ObjectIdentifier(type), text: text)
        if let known = values.withLock({ $0[key] }), let value = known as? Value { return value }
        let value: Value = try Self.decode(text)
        values.withLock { values in
            if values.count >= Self.capacity { values.removeAll() }
            values[key] = value
        }
        return value
    }

    /// Returns the value of a text that differs between records; only the empty list or object is cached.
    package func ownValue<Value: Decodable & Sendable>(of text: String) throws -> Value {
        text.utf8.count == 2 ? try value(of: text, as: Value.self) : try Self.decode(text)
    }

    private static func decode<Value: Decodable>(_ text: String) throws -> Value {
        // `JSONCoding` decodes untyped members many times faster than `JSONDecoder`.
        if Value.self == [String: JSONValue].self,
            let members = try? JSONCoding.decode(Value.self, from: Data(text.utf8))
        {
            return members
        }
        return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
