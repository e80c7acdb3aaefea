public import Dispatch
public import Foundation
public import Gatehouse

/// The application: which server it is at, and how it is called back.
public final class Kii: NSObject {
    private override init() {
        super.init()
    }

    /// Begins with an application at a server.
    ///
    /// Call it once, before anything else, when the app starts. Whoever was logged in is not, until ``KiiUser/authenticateWithStoredCredentials()``.
    ///
    /// - Parameters:
    ///   - appID: The identifier of the application, as `gatehouse client create --kii` prints it.
    ///   - appKey: The key of the application, as it is printed along.
    ///   - customURL: The server: an `https` URL such as `https://login.example.com/api`, or `http` on this machine. One without a path gets `/api`. With a
    ///     text that is no such URL, every call that asks the server fails with the code 101.
    public class func begin(withID appID: String, andKey appKey: String, andCustomURL customURL: String) {
        begin(withID: appID, andKey: appKey, andCustomURL: customURL) { _ in }
    }

    /// Begins with an application at a server, in a way of the app's own; an addition to Kii's API.
    ///
    /// - Parameters:
    ///   - appID: The identifier of the application.
    ///   - appKey: The key of the application.
    ///   - customURL: The server.
    ///   - configure: Changes where log-ins are stored, what carries requests, and the rest of what `Gatehouse` lets an app choose.
    public class func begin(
        withID appID: String,
        andKey appKey: String,
        andCustomURL customURL: String,
        configure: (inout GatehouseClient.Configuration) -> Void
    ) {
        KiiApp.shared.begin(appID, appKey, at: customURL, adjust: configure)
    }

    /// Begins with an application at a site of Kii Cloud, which is gone: every call that asks the server fails with the code 101.
    ///
    /// - Parameters:
    ///   - appID: The identifier of the application.
    ///   - appKey: The key of the application.
    ///   - site: The site.
    @available(*, deprecated, message: "Kii Cloud is gone. Use begin(withID:andKey:andCustomURL:).")
    public class func begin(withID appID: String, andKey appKey: String, andSite site: KiiSite) {
        KiiApp.shared.begin(without: "\(site)")
    }

    /// Begins with an application at Kii Cloud, which is gone: every call that asks the server fails with the code 101.
    ///
    /// - Parameters:
    ///   - appID: The identifier of the application.
    ///   - appKey: The key of the application.
    @available(*, deprecated, message: "Kii Cloud is gone. Use begin(withID:andKey:andCustomURL:).")
    public class func begin(withID appID: String, andKey appKey: String) {
        begin(withID: appID, andKey: appKey, andSite: .US)
    }

    /// Where blocks are called: the main queue, unless the app sets another one; an addition to Kii's API.
    ///
    /// A program on Linux has to run its main queue for blocks to be called there: with `dispatchMain()`, `RunLoop.main` or an asynchronous `main`.
    public class var callbackQueue: DispatchQueue {
        get { KiiApp.shared.callbackQueue }
        set { KiiApp.shared.callbackQueue = newValue }
    }

    /// Says for how long the access tokens of later log-ins shall be good.
    ///
    /// It must not be called before the app has begun, nor with a negative number: both end the process, as an exception did in Objective-C.
    ///
    /// - Parameter expiresIn: Seconds from the log-in; 0 for as long as the server gives them. A server refuses more than it allows, with the code 204.
    public class func setAccessTokenExpiration(_ expiresIn: Int64) {
        precondition(
            KiiApp.shared.hasBegun,
            "Call Kii.begin(withID:andKey:andCustomURL:) before setAccessTokenExpiration(_:)."
        )
        precondition(expiresIn >= 0, "An access token cannot expire \(expiresIn) seconds after the log-in.")
        KiiApp.shared.tokenLifetime = expiresIn
    }

    /// For how long the access tokens of later log-ins shall be good.
    ///
    /// - Returns: Seconds from the log-in; 0 when nothing was set.
    public class func accessTokenExpiration() -> Int64 { KiiApp.shared.tokenLifetime }

    /// The build of Kii's SDK whose API this module has.
    ///
    /// - Returns: The same as ``getSDKVersion()``.
    public class func getBuildNumber() -> String { getSDKVersion() }

    /// The version of Kii's SDK for iOS whose API this module has.
    ///
    /// - Returns: The version.
    public class func getSDKVersion() -> String { "2.7.8" }

    /// Where the server has its applications.
    ///
    /// - Returns: The URL; empty before the app has begun.
    public class func kiiAppsBaseURL() -> String {
        KiiApp.shared.baseURL?.appending(path: "apps").absoluteString ?? ""
    }

    /// Says how much is to be logged, which is nothing in any case: what this module does is told by its errors.
    ///
    /// - Parameter level: The level.
    public class func setLogLevel(_ level: Int32) {}
}
