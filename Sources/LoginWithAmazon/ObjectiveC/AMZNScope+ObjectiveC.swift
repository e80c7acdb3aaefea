#if canImport(ObjectiveC)
import Foundation

extension AMZNProfileScope {
    /// Calls ``profile()``.
    @available(swift, obsoleted: 1.0)
    @objc(profile)
    public class func objcProfile() -> any AMZNScope { profile() }

    /// Calls ``postalCode()``.
    @available(swift, obsoleted: 1.0)
    @objc(postalCode)
    public class func objcPostalCode() -> any AMZNScope { postalCode() }

    /// Calls ``userID()``.
    @available(swift, obsoleted: 1.0)
    @objc(userID)
    public class func objcUserID() -> any AMZNScope { userID() }
}

extension AMZNScopeFactory {
    /// Calls ``scope(withName:)``.
    @available(swift, obsoleted: 1.0)
    @objc(scopeWithName:)
    public class func objcScope(withName scopeName: String) -> any AMZNScope {
        scope(withName: scopeName)
    }

    /// Calls ``scope(withName:data:)``.
    @available(swift, obsoleted: 1.0)
    @objc(scopeWithName:data:)
    public class func objcScope(withName scopeName: String, data scopeData: [AnyHashable: Any]) -> any AMZNScope {
        scope(withName: scopeName, data: scopeData)
    }

    /// Calls ``getScopeDataAsJsonString(_:withErrorObject:)``.
    @available(swift, obsoleted: 1.0)
    @objc(getScopeDataAsJsonString:withErrorObject:)
    public class func objcScopeDataAsJSONString(_ scopes: [Any], withErrorObject errorObject: AMZNLWAError) -> String {
        getScopeDataAsJsonString(scopes, withErrorObject: errorObject)
    }
}
#endif
