import Foundation

extension JSONValue {
    /// Reads what an app hands in where an API of Objective-C's time takes anything.
    ///
    /// - Throws: `WireError` naming the type of what JSON does not have, never its value.
    package init(untyped value: Any) throws(WireError) {
        switch value {
        case let text as String: self = .string(text)
        case let truth as Bool where type(of: value) == Bool.self: self = .bool(truth)
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
        default: throw WireError("There is a \(type(of: value)), which JSON does not have.")
        }
    }

    private static func members(_ members: [AnyHashable: Any]) throws(WireError) -> [String: JSONValue] {
        var object: [String: JSONValue] = [:]
        for (name, member) in members {
            guard let name = name.base as? String else { throw WireError("There is a name that is not a text.") }
            object[name] = try JSONValue(untyped: member)
        }
        return object
    }

    /// A truth value is a number of one letter's size there.
    private init(_ number: NSNumber) {
        switch unsafe String(cString: number.objCType) {
        case "c", "B": self = .bool(number.boolValue)
        case "f", "d": self = .double(number.doubleValue)
        default: self = .integer(number.int64Value)
        }
    }

    /// The value in Foundation's types, as such an API gives it: dictionaries, arrays, texts, numbers, `NSNull`.
    package var untyped: Any {
        switch self {
        case .object(let members): members.mapValues(\.untyped)
        case .array(let elements): elements.map(\.untyped)
        case .string(let text): text
        case .integer(let number): Int(number)
        case .double(let number): number
        case .bool(let truth): truth
        case .null: NSNull()
        }
    }
}
