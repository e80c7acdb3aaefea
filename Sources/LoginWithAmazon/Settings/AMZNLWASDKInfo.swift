public import Foundation

/// What this module is.
public final class AMZNLWASDKInfo: NSObject {
    /// The version of Login with Amazon for iOS whose API this module has.
    ///
    /// - Returns: The version.
    public class func sdkVersion() -> String { "3.1.4" }
}
