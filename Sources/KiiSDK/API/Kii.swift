public import Foundation
public import Gatehouse

/// The application: its server and the queue of its callbacks.
public final class Kii: NSObject {
    private override init() {
        super.init()
    }

    /// Configures the application with a server.
    ///
    /// Call this method once, before any other, when the app starts. No user is logged in until
    /// ``KiiUser/authenticateWithStoredCredentials()`` or another log-in.
    ///
    /// - Parameters:
    ///   - appID: The application ID, as printed by `gatehouse client create --kii`.
    ///   - appKey: The application key, as printed with the ID.
    ///   - customURL: The URL of the server: an `https` URL such as `https://login.example.com/api`, or `http` on a
    ///     loopback host. `/api` is appended to a URL without a path. With an invalid URL, every call to the server
    ///     fails with the code 101.
    public class func begin(withID appID: String, andKey appKey: String, andCustomURL customURL: String) {
        begin(withID: appID, andKey: appKey, andCustomURL: customURL) { _ in }
    }

    /// Configures the application with a server and settings of its own.
    ///
    /// An addition to Kii's API.
    ///
    /// - Parameters:
    ///   - appID: The application ID.
    ///   - appKey: The application key.
    ///   - customURL: The URL of the server.
    ///   - configure: A closure that changes the token store, the transport or other settings of `Gatehouse`.
    public class func begin(
        withID appID: String,
        andKey appKey: String,
        andCustomURL customURL: String,
        configure: (inout GatehouseClient.Configuration) -> Void
    ) {
        KiiClient.shared.begin(appID, appKey, at: customURL, adjust: configure)
    }

    /// Configures the application with a site of Kii Cloud, which was shut down: every call to the server fails with
    /// the code 101.
    ///
    /// - Parameters:
    ///   - appID: The application ID.
    ///   - appKey: The application key.
    ///   - site: The site.
    @available(*, deprecated, message: "Kii Cloud was shut down. Use begin(withID:andKey:andCustomURL:).")
    public class func begin(withID appID: String, andKey appKey: String, andSite site: KiiSite) {
        KiiClient.shared.begin(without: "\(site)")
    }

    /// Configures the application with Kii Cloud, which was shut down: every call to the server fails with the code
    /// 101.
    ///
    /// - Parameters:
    ///   - appID: The application ID.
    ///   - appKey: The application key.
    @available(*, deprecated, message: "Kii Cloud was shut down. Use begin(withID:andKey:andCustomURL:).")
    public class func begin(withID appID: String, andKey appKey: String) {
        begin(withID: appID, andKey: appKey, andSite: .US)
    }

    /// The queue on which blocks are called, the main queue by default.
    ///
    /// An addition to Kii's API.
    ///
    /// A program on Linux must run its main queue with `dispatchMain()`, `RunLoop.main` or an asynchronous `main`.
    public class var callbackQueue: DispatchQueue {
        get { KiiClient.shared.callbackQueue }
        set { KiiClient.shared.callbackQueue = newValue }
    }

    /// Sets the lifetime of the access tokens of later log-ins.
    ///
    /// Calling it before the application is configured, or with a negative number, terminates the process, as an
    /// exception did in Objective-C.
    ///
    /// - Parameter expiresIn: The number of seconds from the log-in; 0 for the server's default. The server rejects
    ///   more than its maximum with the code 204.
    public class func setAccessTokenExpiration(_ expiresIn: Int64) {
        precondition(
            KiiClient.shared.hasBegun,
            "Call Kii.begin(withID:andKey:andCustomURL:) before setAccessTokenExpiration(_:)."
        )
        precondition(expiresIn >= 0, "The access token lifetime must not be negative: \(expiresIn).")
        KiiClient.shared.tokenLifetime = expiresIn
    }

    /// Returns the lifetime of the access tokens of later log-ins.
    ///
    /// - Returns: The number of seconds from the log-in; 0 if none was set.
    public class func accessTokenExpiration() -> Int64 { KiiClient.shared.tokenLifetime }

    /// Returns the build number of Kii's SDK whose API this module implements.
    ///
    /// - Returns: The value of ``getSDKVersion()``.
    public class func getBuildNumber() -> String { getSDKVersion() }

    /// Returns the version of Kii's SDK for iOS whose API this module implements.
    ///
    /// - Returns: The version.
    public class func getSDKVersion() -> String { "2.7.8" }

    /// Returns the URL of the server's applications.
    ///
    /// - Returns: The URL; empty before the application is configured.
    public class func kiiAppsBaseURL() -> String {
        KiiClient.shared.baseURL?.appending(path: "apps").absoluteString ?? ""
    }

    /// Sets the log level.
    ///
    /// Without effect: this module logs nothing and reports errors to the caller.
    ///
    /// - Parameter level: The log level.
    public class func setLogLevel(_ level: Int32) {}
}

/// A block that is called with the user, or with an `NSError`.
public typealias KiiUserBlock = (_ user: KiiUser?, _ error: (any Error)?) -> Void

/// A block that is called with an `NSError`, or with `nil` on success.
public typealias KiiErrorBlock = (_ error: (any Error)?) -> Void

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The former sites of Kii Cloud.
///
/// All of them were shut down: an application configured with a site gets the error 101 from every call. Use
/// ``Kii/begin(withID:andKey:andCustomURL:)`` instead.
#if canImport(ObjectiveC)
@objc(KiiSite)
#endif
public enum KiiSite: UInt, Sendable {
    /// The United States.
    #if canImport(ObjectiveC)
    @objc(kiiSiteUS)
    #endif
    case US = 0
    /// Japan.
    #if canImport(ObjectiveC)
    @objc(kiiSiteJP)
    #endif
    case JP = 1
    /// China, before its migration.
    #if canImport(ObjectiveC)
    @objc(kiiSiteCN)
    #endif
    @available(*, deprecated, message: "Use CN3.")
    case CN = 2
    /// Singapore.
    #if canImport(ObjectiveC)
    @objc(kiiSiteSG)
    #endif
    case SG = 3
    /// China.
    #if canImport(ObjectiveC)
    @objc(kiiSiteCN3)
    #endif
    case CN3 = 4
    /// Europe.
    #if canImport(ObjectiveC)
    @objc(kiiSiteEU)
    #endif
    case EU = 5
}
