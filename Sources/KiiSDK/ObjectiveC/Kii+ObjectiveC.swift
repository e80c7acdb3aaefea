#if canImport(ObjectiveC)
public import Foundation

extension Kii {
    /// Calls ``begin(withID:andKey:andCustomURL:)``.
    @available(swift, obsoleted: 1.0)
    @objc(beginWithID:andKey:andCustomURL:)
    public class func objcBegin(withID appID: String, andKey appKey: String, andCustomURL customURL: String) {
        begin(withID: appID, andKey: appKey, andCustomURL: customURL)
    }

    /// Calls ``begin(withID:andKey:andSite:)``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use +[Kii beginWithID:andKey:andCustomURL:].")
    @objc(beginWithID:andKey:andSite:)
    public class func objcBegin(withID appID: String, andKey appKey: String, andSite site: KiiSite) {
        begin(withID: appID, andKey: appKey, andSite: site)
    }

    /// Calls ``begin(withID:andKey:)``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use +[Kii beginWithID:andKey:andCustomURL:].")
    @objc(beginWithID:andKey:)
    public class func objcBegin(withID appID: String, andKey appKey: String) {
        begin(withID: appID, andKey: appKey)
    }

    /// The value of ``callbackQueue``.
    @available(swift, obsoleted: 1.0)
    @objc(callbackQueue)
    public class var objcCallbackQueue: DispatchQueue {
        get { callbackQueue }
        set { callbackQueue = newValue }
    }

    /// Calls ``setAccessTokenExpiration(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(setAccessTokenExpiration:)
    public class func objcSetAccessTokenExpiration(_ expiresIn: Int64) {
        setAccessTokenExpiration(expiresIn)
    }

    /// Calls ``accessTokenExpiration()``.
    @available(swift, obsoleted: 1.0)
    @objc(accessTokenExpiration)
    @discardableResult
    public class func objcAccessTokenExpiration() -> Int64 { accessTokenExpiration() }

    /// Calls ``getBuildNumber()``.
    @available(swift, obsoleted: 1.0)
    @objc(getBuildNumber)
    @discardableResult
    public class func objcGetBuildNumber() -> String { getBuildNumber() }

    /// Calls ``getSDKVersion()``.
    @available(swift, obsoleted: 1.0)
    @objc(getSDKVersion)
    @discardableResult
    public class func objcGetSDKVersion() -> String { getSDKVersion() }

    /// Calls ``kiiAppsBaseURL()``.
    @available(swift, obsoleted: 1.0)
    @objc(kiiAppsBaseURL)
    @discardableResult
    public class func objcKiiAppsBaseURL() -> String { kiiAppsBaseURL() }

    /// Calls ``setLogLevel(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(setLogLevel:)
    public class func objcSetLogLevel(_ level: Int32) {
        setLogLevel(level)
    }
}
#endif
