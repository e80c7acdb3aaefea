public import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseWire

/// A user of the application.
///
/// One user at a time is logged in: ``current()``. Every call to the server has three forms: one blocks the thread, one
/// calls a block on ``Kii/callbackQueue``, and one is `async`. They are equivalent and may be used on any thread,
/// including the main thread.
///
/// Errors are `NSError`s with the codes of ``KiiError``.
public final class KiiUser: NSObject, Sendable {
    private let state: Mutex<UserRecord>

    init(_ state: UserRecord) {
        self.state = Mutex(state)
        super.init()
    }

    /// The current data of the user.
    var record: UserRecord { state.withLock { $0 } }

    /// Changes the data of the user.
    func change(_ change: (inout UserRecord) -> Void) {
        state.withLock { change(&$0) }
    }

    /// Returns whether another object is the same user: with the same ``userID`` or, without one, the same object.
    ///
    /// - Parameter object: Another object.
    /// - Returns: Whether it is the same user.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? KiiUser else { return false }
        if self === other { return true }
        guard let userID else { return false }
        return userID == other.userID
    }

    /// The hash value, equal for equal users.
    public override var hash: Int { userID?.hashValue ?? ObjectIdentifier(self).hashValue }

    /// A description without secrets.
    public override var description: String {
        let record = record
        let id = record.id.map { "userID: \($0)" } ?? "without a userID"
        return "KiiUser(\(id)\(record.username.map { ", username: \($0)" } ?? ""))"
    }

    /// The value of ``description``.
    public override var debugDescription: String { description }
}

extension KiiUser {
    /// Sets a custom field on this object; ``update(with:)`` sets it at the server.
    ///
    /// - Parameters:
    ///   - object: A string, number, Boolean, `NSNull`, or an array or dictionary of these; `nil` changes nothing.
    ///   - forKey: The name of the field. It must not begin with an underscore or be reserved by the server.
    /// - Returns: `true` if the field was set.
    @discardableResult
    public func setObject(_ object: Any?, forKey: String) -> Bool {
        guard let object, let value = JSONValue(object, of: forKey) else { return false }
        change { $0.fields[forKey] = value }
        return true
    }

    /// Returns the value of a custom field.
    ///
    /// - Parameter key: The name of the field.
    /// - Returns: A `String`, `NSNumber`, `NSNull`, or an array or dictionary of these; `nil` if the field does not
    ///   exist.
    @discardableResult
    public func getObjectForKey(_ key: String) -> Any? {
        record.fields[key]?.foundationValue
    }

    /// Returns whether a custom field exists.
    ///
    /// - Parameter key: The name of the field.
    /// - Returns: Whether it exists.
    @discardableResult
    public func hasObject(_ key: String) -> Bool {
        record.fields[key] != nil
    }

    /// Removes a custom field from this object only; see ``KiiUserFields/removeFromServer(forKey:)``.
    ///
    /// - Parameter forKey: The name of the field.
    public func removeObject(forKey: String) {
        change { $0.fields[forKey] = nil }
    }
}
