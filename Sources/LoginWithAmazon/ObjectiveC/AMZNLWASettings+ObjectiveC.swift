#if canImport(ObjectiveC)
import Foundation

extension AMZNLWASettings {
    /// Calls ``isCreateAccountLinkDisabled()``.
    @available(swift, obsoleted: 1.0)
    @objc(isCreateAccountLinkDisabled)
    public class func objcIsCreateAccountLinkDisabled() -> Bool { isCreateAccountLinkDisabled() }

    /// Calls ``setDisableCreateAccountLink(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(setDisableCreateAccountLink:)
    public class func objcSetDisableCreateAccountLink(_ disableCreateAccountLink: Bool) {
        setDisableCreateAccountLink(disableCreateAccountLink)
    }
}

extension AMZNLWASDKInfo {
    /// Calls ``sdkVersion()``.
    @available(swift, obsoleted: 1.0)
    @objc(sdkVersion)
    public class func objcSDKVersion() -> String { sdkVersion() }
}
#endif
