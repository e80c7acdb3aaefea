#if canImport(ObjectiveC)
public import Foundation

extension KiiUser {
    /// Calls ``current()``.
    @available(swift, obsoleted: 1.0)
    @objc(currentUser)
    @discardableResult
    public class func objcCurrent() -> KiiUser? { current() }

    /// Calls ``loggedIn()``.
    @available(swift, obsoleted: 1.0)
    @objc(loggedIn)
    @discardableResult
    public class func objcLoggedIn() -> Bool { loggedIn() }

    /// Calls ``logOut()``.
    @available(swift, obsoleted: 1.0)
    @objc(logOut)
    public class func objcLogOut() { logOut() }

    /// The value of ``userID``.
    @available(swift, obsoleted: 1.0)
    @objc(userID)
    public var objcUserID: String? { userID }

    /// The value of ``uuid``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use userID.")
    @objc(uuid)
    public var objcUuid: String? { uuid }

    /// The value of ``username``.
    @available(swift, obsoleted: 1.0)
    @objc(username)
    public var objcUsername: String? { username }

    /// The value of ``email``.
    @available(swift, obsoleted: 1.0)
    @objc(email)
    public var objcEmail: String? { email }

    /// The value of ``pendingEmail``.
    @available(swift, obsoleted: 1.0)
    @objc(pendingEmail)
    public var objcPendingEmail: String? { pendingEmail }

    /// The value of ``phoneNumber``.
    @available(swift, obsoleted: 1.0)
    @objc(phoneNumber)
    public var objcPhoneNumber: String? { phoneNumber }

    /// The value of ``pendingPhoneNumber``.
    @available(swift, obsoleted: 1.0)
    @objc(pendingPhoneNumber)
    public var objcPendingPhoneNumber: String? { pendingPhoneNumber }

    /// The value of ``emailVerified``.
    @available(swift, obsoleted: 1.0)
    @objc(emailVerified)
    public var objcEmailVerified: Bool { emailVerified }

    /// The value of ``phoneVerified``.
    @available(swift, obsoleted: 1.0)
    @objc(phoneVerified)
    public var objcPhoneVerified: Bool { phoneVerified }

    /// The value of ``disabled``.
    @available(swift, obsoleted: 1.0)
    @objc(disabled)
    public var objcDisabled: Bool { disabled }

    /// The value of ``created``.
    @available(swift, obsoleted: 1.0)
    @objc(created)
    public var objcCreated: Date? { created }

    /// The value of ``modified``.
    @available(swift, obsoleted: 1.0)
    @objc(modified)
    public var objcModified: Date? { modified }

    /// The value of ``objectURI``.
    @available(swift, obsoleted: 1.0)
    @objc(objectURI)
    public var objcObjectURI: String? { objectURI }

    /// The value of ``isPseudoUser``.
    @available(swift, obsoleted: 1.0)
    @objc(isPseudoUser)
    public var objcIsPseudoUser: Bool { isPseudoUser }

    /// The value of ``linkedSocialAccounts``.
    @available(swift, obsoleted: 1.0)
    @objc(linkedSocialAccounts)
    public var objcLinkedSocialAccounts: [AnyHashable: Any] { linkedSocialAccounts }

    /// Calls ``isLinked(withSocialProvider:)``.
    @available(swift, obsoleted: 1.0)
    @objc(isLinkedWithSocialProvider:)
    @discardableResult
    public func objcIsLinked(withSocialProvider provider: KiiConnectorProvider) -> Bool {
        isLinked(withSocialProvider: provider)
    }

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

    /// The value of ``accessToken``.
    @available(swift, obsoleted: 1.0)
    @objc(accessToken)
    public var objcAccessToken: String? { accessToken }

    /// Calls ``accessTokenDictionary()``.
    @available(swift, obsoleted: 1.0)
    @objc(accessTokenDictionary)
    @discardableResult
    public func objcAccessTokenDictionary() -> [AnyHashable: Any]? { accessTokenDictionary() }

    /// Calls ``describe()``.
    @available(swift, obsoleted: 1.0)
    @objc(describe)
    public func objcDescribe() { describe() }
}

extension KiiUser {
    /// Calls ``setObject(_:forKey:)``.
    @available(swift, obsoleted: 1.0)
    @objc(setObject:forKey:)
    @discardableResult
    public func objcSetObject(_ object: Any?, forKey: String) -> Bool {
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
}
#endif
