import Foundation
import GatehouseWire

extension JSONValue {
    /// The value in types that survive every cast an app of Objective-C's time writes.
    ///
    /// A number is an `NSNumber`, which can be cast to `Int`, `Double`, `Bool` and itself, on every platform; an `Int` could not be cast to `Double`.
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
