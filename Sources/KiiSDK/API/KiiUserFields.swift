public import Foundation
import GatehouseWire

/// Changes of a user: standard fields and custom fields.
public final class KiiUserFields: NSObject {
    /// The display name: 1 to 50 characters; `nil` for no change.
    public var displayName: String?
    /// The two-letter country code in capital letters; `nil` for no change.
    public var country: String?
    /// The language and region; `nil` for no change.
    public var locale: LocaleContainer?

    private var values: [String: JSONValue] = [:]
    private var removed: Set<String> = []

    /// Creates an object without changes.
    public override init() {
        super.init()
    }

    /// Sets a custom field.
    ///
    /// - Parameters:
    ///   - object: A string, number, Boolean, `NSNull`, or an array or dictionary of these.
    ///   - forKey: The name of the field. It must not begin with an underscore or be reserved by the server.
    /// - Returns: `true` if the name and value are valid.
    @discardableResult
    public func setObject(_ object: Any, forKey: String) -> Bool {
        guard let value = JSONValue(object, of: forKey) else { return false }
        values[forKey] = value
        removed.remove(forKey)
        return true
    }

    /// Returns the value set for a field.
    ///
    /// - Parameter key: The name of the field.
    /// - Returns: A `String`, `NSNumber`, `NSNull`, or an array or dictionary of these; `nil` if no value was set.
    @discardableResult
    public func getObjectForKey(_ key: String) -> Any? { values[key]?.foundationValue }

    /// Returns whether a value was set for a field.
    ///
    /// - Parameter key: The name of the field.
    /// - Returns: Whether a value was set.
    @discardableResult
    public func hasObject(_ key: String) -> Bool { values[key] != nil }

    /// Discards the change of a field.
    ///
    /// - Parameter forKey: The name of the field.
    public func removeObject(forKey: String) {
        values[forKey] = nil
        removed.remove(forKey)
    }

    /// Removes a custom field from the user at the server.
    ///
    /// - Parameter forKey: The name of the field.
    public func removeFromServer(forKey: String) {
        values[forKey] = nil
        removed.insert(forKey)
    }

    /// The changes as a value, unaffected by later changes of this object.
    var changes: ProfileChanges {
        ProfileChanges(displayName: displayName, country: country, locale: locale, values: values, removed: removed)
    }
}
