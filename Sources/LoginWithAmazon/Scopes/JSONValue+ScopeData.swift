import Foundation
import GatehouseWire

extension JSONValue {
    /// Reads what an app says about a scope.
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAInvalidInput`` for anything that JSON does not have.
    init(scopeData value: Any, of scope: String) throws(LoginFailure) {
        switch value {
        case let text as String: self = .string(text)
        case let truth as Bool where type(of: value) == Bool.self: self = .bool(truth)
        case let number as any BinaryInteger:
            self = Int64(exactly: number).map(JSONValue.integer) ?? .double(Double(number))
        case let number as any BinaryFloatingPoint: self = .double(Double(number))
        case let number as NSNumber: self = JSONValue(number)
        case let members as [AnyHashable: Any]: self = .object(try Self.members(members, of: scope))
        case let elements as [Any]:
            var array: [JSONValue] = []
            for element in elements { array.append(try JSONValue(scopeData: element, of: scope)) }
            self = .array(array)
        case is NSNull: self = .null
        default:
            throw .invalidInput("The data of scope \(scope) holds a \(type(of: value)), which JSON does not have.")
        }
    }

    private static func members(
        _ members: [AnyHashable: Any],
        of scope: String
    ) throws(LoginFailure) -> [String: JSONValue] {
        var object: [String: JSONValue] = [:]
        for (name, member) in members {
            guard let name = name.base as? String else {
                throw .invalidInput("The data of scope \(scope) has a member whose name is not a text.")
            }
            object[name] = try JSONValue(scopeData: member, of: scope)
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
}
