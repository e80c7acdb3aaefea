public import Foundation

/// How an app is set up; an application ignores what is changed here once it is made.
public class MSALPublicClientApplicationConfig: NSObject {
    /// The identifier that this app is registered with.
    public var clientId: String
    /// Where the browser comes back to; `nil` for the default of the platform.
    public var redirectUri: String?
    /// Where the app's people are.
    public var authority: MSALAuthority
    /// Other authorities to trust; this module talks to one.
    public var knownAuthorities: [MSALAuthority] = []
    /// The part of Microsoft's service to be served from, for its testers.
    public var sliceConfig: MSALSliceConfig?
    /// Where sessions are kept.
    public let cacheConfig = MSALCacheConfig()
    /// How many seconds an access token must still be good for to be given out; 300 by default.
    public var tokenExpirationBuffer: Double = 300
    /// Whether an older token may be given out while the server cannot be reached, which this module does in any case.
    public var extendedLifetimeEnabled = false
    /// Whether the redirect URI is to be taken as it is, which this module does in any case.
    public var bypassRedirectURIValidation = false
    /// What else the app can handle, for Microsoft's service.
    public var clientApplicationCapabilities: [String]?
    /// Whether the app's people are in several of Microsoft's clouds.
    public var multipleCloudsSupported = false
    /// The identifier of an app that this one runs in, for Microsoft's service.
    public var nestedAuthBrokerClientId: String?
    /// Where the browser comes back to for an app that this one runs in, for Microsoft's service.
    public var nestedAuthBrokerRedirectUri: String?

    /// A configuration.
    ///
    /// - Parameters:
    ///   - clientId: The identifier that this app is registered with.
    ///   - redirectUri: Where the browser comes back to; `nil` for the default of the platform.
    ///   - authority: Where the app's people are.
    public init(clientId: String, redirectUri: String? = nil, authority: MSALAuthority) {
        self.clientId = clientId
        self.redirectUri = redirectUri
        self.authority = authority
        super.init()
    }
}
