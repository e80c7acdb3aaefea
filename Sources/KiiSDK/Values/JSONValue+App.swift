import Foundation
import GatehouseWire

extension JSONValue {
    /// What an app hands in as the value of a field; `nil` when it cannot be one, or the field cannot have that name.
    init?(_ object: Any, of name: String) {
        guard !name.isEmpty, KiiMembers.isCustom(name), let value = try? JSONValue(untyped: object) else { return nil }
        self = value
    }

    /// The value in types that survive every cast which an app of Objective-C's time writes.
    ///
    /// A number is an `NSNumber`, which casts to `Int`, `Double`, `Bool` and itself on every platform; an `Int` would not cast to `Double`.
    var forApp: Any {
        switch self {
        case .object(let members): members.mapValues(\.forApp)
        case .array(let elements): elements.map(\.forApp)
        case .string(let text): text
        case .integer(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
        case .bool(let truth): NSNumber(value: truth)
        case .null: NSNull()
        }
    }
}
