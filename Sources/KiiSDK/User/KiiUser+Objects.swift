import GatehouseWire

extension KiiUser {
    /// Gives a field of the app's own a value, on this object; ``update(with:)`` does so at the server.
    ///
    /// - Parameters:
    ///   - object: A text, a number, a truth value, `NSNull`, or an array or dictionary of such; `nil` changes nothing.
    ///   - forKey: The name of the field; none that begins with an underscore or means something to the server.
    /// - Returns: Whether the field has the value now.
    @discardableResult
    public func setObject(_ object: Any?, forKey: String) -> Bool {
        guard let object, let value = JSONValue(object, of: forKey) else { return false }
        change { $0.fields[forKey] = value }
        return true
    }

    /// The value of a field of the app's own.
    ///
    /// - Parameter key: The name of the field.
    /// - Returns: A `String`, `NSNumber`, `NSNull`, or an array or dictionary of such; `nil` when there is no such field.
    @discardableResult
    public func getObjectForKey(_ key: String) -> Any? {
        known.fields[key]?.forApp
    }

    /// Whether there is a field of the app's own with that name.
    ///
    /// - Parameter key: The name of the field.
    /// - Returns: Whether there is one.
    @discardableResult
    public func hasObject(_ key: String) -> Bool {
        known.fields[key] != nil
    }

    /// Takes a field of the app's own away from this object; at the server it stays: see ``KiiUserFields/removeFromServer(forKey:)``.
    ///
    /// - Parameter forKey: The name of the field.
    public func removeObject(forKey: String) {
        change { $0.fields[forKey] = nil }
    }
}
