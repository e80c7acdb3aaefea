public import Foundation
import GatehouseWire

/// What is to be changed of a user: fields that every user has, and fields of the app's own.
public final class KiiUserFields: NSObject {
    /// What others call the user: 1 to 50 characters; `nil` leaves it as it is.
    public var displayName: String?
    /// The user's country in two capital letters; `nil` leaves it as it is.
    public var country: String?
    /// The user's language and region; `nil` leaves them as they are.
    public var locale: LocaleContainer?

    private var values: [String: JSONValue] = [:]
    private var removed: Set<String> = []

    /// Nothing to be changed yet.
    public override init() {
        super.init()
    }

    /// Gives a field of the app's own a value.
    ///
    /// - Parameters:
    ///   - object: A text, a number, a truth value, `NSNull`, or an array or dictionary of such.
    ///   - forKey: The name of the field; none that begins with an underscore or means something to the server.
    /// - Returns: Whether it will have the value.
    @discardableResult
    public func setObject(_ object: Any, forKey: String) -> Bool {
        guard let value = JSONValue(object, of: forKey) else { return false }
        values[forKey] = value
        removed.remove(forKey)
        return true
    }

    /// The value that was given to a field here.
    ///
    /// - Parameter key: The name of the field.
    /// - Returns: A `String`, `NSNumber`, `NSNull`, or an array or dictionary of such; `nil` when it was given none.
    @discardableResult
    public func getObjectForKey(_ key: String) -> Any? { values[key]?.forApp }

    /// Whether a field was given a value here.
    ///
    /// - Parameter key: The name of the field.
    /// - Returns: Whether it was.
    @discardableResult
    public func hasObject(_ key: String) -> Bool { values[key] != nil }

    /// Leaves a field as it is, whatever was said of it here.
    ///
    /// - Parameter forKey: The name of the field.
    public func removeObject(forKey: String) {
        values[forKey] = nil
        removed.remove(forKey)
    }

    /// Takes a field of the app's own away from the user, at the server too.
    ///
    /// - Parameter forKey: The name of the field.
    public func removeFromServer(forKey: String) {
        values[forKey] = nil
        removed.insert(forKey)
    }

    /// What is to be changed, as a value that no later change of this object touches.
    var wish: FieldsWish {
        FieldsWish(displayName: displayName, country: country, locale: locale, values: values, removed: removed)
    }
}
