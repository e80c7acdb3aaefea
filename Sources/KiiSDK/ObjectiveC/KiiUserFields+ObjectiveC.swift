#if canImport(ObjectiveC)
import Foundation

extension KiiUserFields {
    /// The value of ``displayName``.
    @available(swift, obsoleted: 1.0)
    @objc(displayName)
    public var objcDisplayName: String? {
        get { displayName }
        set { displayName = newValue }
    }

    /// The value of ``country``.
    @available(swift, obsoleted: 1.0)
    @objc(country)
    public var objcCountry: String? {
        get { country }
        set { country = newValue }
    }

    /// The value of ``locale``.
    @available(swift, obsoleted: 1.0)
    @objc(locale)
    public var objcLocale: LocaleContainer? {
        get { locale }
        set { locale = newValue }
    }

    /// Calls ``setObject(_:forKey:)``.
    @available(swift, obsoleted: 1.0)
    @objc(setObject:forKey:)
    @discardableResult
    public func objcSetObject(_ object: Any, forKey: String) -> Bool {
        setObject(object, forKey: forKey)
    }

    /// Calls ``getObjectForKey(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(getObjectForKey:)
    @discardableResult
    public func objcGetObjectForKey(_ key: String) -> Any? {
        getObjectForKey(key)
    }

    /// Calls ``hasObject(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(hasObject:)
    @discardableResult
    public func objcHasObject(_ key: String) -> Bool {
        hasObject(key)
    }

    /// Calls ``removeObject(forKey:)``.
    @available(swift, obsoleted: 1.0)
    @objc(removeObjectForKey:)
    public func objcRemoveObject(forKey: String) {
        removeObject(forKey: forKey)
    }

    /// Calls ``removeFromServer(forKey:)``.
    @available(swift, obsoleted: 1.0)
    @objc(removeFromServerForKey:)
    public func objcRemoveFromServer(forKey: String) {
        removeFromServer(forKey: forKey)
    }
}
#endif
