public import Foundation

/// The settings for all sign-ins of an app.
public final class AMZNLWASettings: NSObject {
    /// Returns whether the sign-in page should omit its sign-up link.
    ///
    /// The default is `false`.
    ///
    /// - Returns: The value that was set last; `false` by default.
    public class func isCreateAccountLinkDisabled() -> Bool {
        AmazonClient.current.settings.isCreateAccountLinkDisabled
    }

    /// Sets whether the sign-in page should omit its sign-up link.
    ///
    /// The setting is stored without effect: its wire format is not documented by Amazon, and a Gatehouse server's
    /// operator controls sign-up.
    ///
    /// - Parameter disableCreateAccountLink: `true` to omit the link.
    public class func setDisableCreateAccountLink(_ disableCreateAccountLink: Bool) {
        AmazonClient.current.change { $0.isCreateAccountLinkDisabled = disableCreateAccountLink }
    }
}

/// Information about this module.
public final class AMZNLWASDKInfo: NSObject {
    /// Returns the version of Login with Amazon for iOS whose API this module implements.
    ///
    /// - Returns: The version.
    public class func sdkVersion() -> String { "3.1.4" }
}
