import Foundation
import GatehouseWire
import Synchronization

/// Lists and trees that stores keep as JSON and that are the same in many rows, such as what a client is registered for: decoded once.
package final class DecodedJSON: Sendable {
    /// For all stores of this process: what a text decodes to depends on nothing else.
    package static let shared = DecodedJSON()

    private struct Key: Hashable {
        let type: ObjectIdentifier
        let text: String
    }

    /// What is kept at most; who can change such texts, a client's operator, is not many.
    private static let capacity = 1024

    private let values = Mutex<[Key: any Sendable]>([:])

    private init() {}

    /// The value that a text stands for.
    ///
    /// - Throws: `DecodingError` when it stands for none of this type.
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

    /// The same for a text that is one record's own: of those only the empty ones, which are many, are the same in many rows.
    package func ownValue<Value: Decodable & Sendable>(of text: String) throws -> Value {
        text.utf8.count == 2 ? try value(of: text, as: Value.self) : try Self.decode(text)
    }

    private static func decode<Value: Decodable>(_ text: String) throws -> Value {
        // Reads members of any shape many times faster than `JSONDecoder`.
        if Value.self == [String: JSONValue].self, let members = try? WireJSON.decode(Value.self, from: Data(text.utf8))
        {
            return members
        }
        return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
