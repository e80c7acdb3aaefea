import Foundation
import GatehouseWire

/// Changes of a user.
///
/// Fields that are `nil` or absent do not change.
struct ProfileChanges: Sendable {
    var displayName: String?
    var country: String?
    var locale: LocaleContainer?
    var values: [String: JSONValue] = [:]
    var removed: Set<String> = []

    /// - Throws: An error for values that break Kii's rules.
    func check() throws(KiiFailure) {
        if let displayName, !InputValidation.isDisplayName(displayName) { throw KiiFailure(.invalidDisplayName) }
        if let country, !InputValidation.isCountry(country) { throw KiiFailure(.invalidCountryCode) }
    }

    /// Returns the custom fields after the changes: the server deletes fields that are not sent.
    func applied(to fields: [String: JSONValue]) -> [String: JSONValue] {
        fields.filter { !removed.contains($0.key) }.merging(values) { _, new in new }
    }
}

extension JSONValue {
    /// Converts the app's value of a field; `nil` if the value or the name is invalid.
    init?(_ object: Any, of name: String) {
        guard !name.isEmpty, KiiJSONObject.isCustom(name), let value = try? JSONValue(untyped: object) else {
            return nil
        }
        self = value
    }

    /// The value in types that survive every cast of an Objective-C app.
    ///
    /// A number is an `NSNumber`, which casts to `Int`, `Double` and `Bool` on every platform; an `Int` would not cast
    /// to `Double`.
    var foundationValue: Any {
        switch self {
        case .object(let members): members.mapValues(\.foundationValue)
        case .array(let elements): elements.map(\.foundationValue)
        case .string(let text): text
        case .integer(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
        case .bool(let truth): NSNumber(value: truth)
        case .null: NSNull()
        }
    }
}
