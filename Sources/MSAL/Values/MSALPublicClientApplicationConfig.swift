public import Foundation
import Gatehouse

/// The configuration of an application, which copies it when it is created.
public class MSALPublicClientApplicationConfig: NSObject {
    /// The client identifier of the app.
    public var clientId: String
    /// The redirect URI; `nil` for the platform's default.
    public var redirectUri: String?
    /// The authority that signs users in.
    public var authority: MSALAuthority
    /// Further trusted authorities.
    ///
    /// Stored, without effect: this module uses a single authority.
    public var knownAuthorities: [MSALAuthority] = []
    /// The slice of Microsoft's service, for its testers.
    public var sliceConfig: MSALSliceConfig?
    /// The configuration of the token cache.
    public let cacheConfig = MSALCacheConfig()
    /// The remaining lifetime in seconds below which a cached access token is refreshed; 300 by default.
    public var tokenExpirationBuffer: Double = 300
    /// A Boolean value that indicates whether an expired token may be returned during an outage.
    ///
    /// Stored, without effect.
    public var extendedLifetimeEnabled = false
    /// A Boolean value that indicates whether the redirect URI is used without validation.
    ///
    /// Stored, without effect.
    public var bypassRedirectURIValidation = false
    /// Further capabilities of the app, for Microsoft's service.
    ///
    /// Stored, without effect.
    public var clientApplicationCapabilities: [String]?
    /// A Boolean value that indicates whether users are in several of Microsoft's clouds.
    ///
    /// Stored, without effect.
    public var multipleCloudsSupported = false
    /// The client identifier of a host app, for Microsoft's service.
    ///
    /// Stored, without effect.
    public var nestedAuthBrokerClientId: String?
    /// The redirect URI of a host app, for Microsoft's service.
    ///
    /// Stored, without effect.
    public var nestedAuthBrokerRedirectUri: String?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - clientId: The client identifier of the app.
    ///   - redirectUri: The redirect URI; `nil` for the platform's default.
    ///   - authority: The authority that signs users in.
    public init(clientId: String, redirectUri: String? = nil, authority: MSALAuthority) {
        self.clientId = clientId
        self.redirectUri = redirectUri
        self.authority = authority
        super.init()
    }
}

/// The configuration of an app with its own screens for sign-up and sign-in.
///
/// ```swift
/// let authority = try MSALCIAMAuthority(url: URL(string: "https://login.example.com/default")!)
/// let config = MSALNativeAuthPublicClientApplicationConfig(
///     clientId: "example",
///     authority: authority,
///     challengeTypes: [.OOB, .password]
/// )
/// let nativeAuth = try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config)
/// ```
public final class MSALNativeAuthPublicClientApplicationConfig: MSALPublicClientApplicationConfig {
    /// The challenge types that the app supports.
    public let challengeTypes: MSALNativeAuthChallengeTypes
    /// Further capabilities of the app; none by default.
    public var capabilities: MSALNativeAuthCapabilities = []
    /// An object that adds header fields to the requests of native flows.
    public var requestInterceptor: (any MSALNativeAuthRequestInterceptor)?

    /// Creates a configuration for a tenant of any server.
    ///
    /// - Parameters:
    ///   - clientId: The client identifier of the app.
    ///   - authority: The authority, a ``MSALCIAMAuthority``.
    ///   - challengeTypes: The challenge types that the app supports.
    public init(clientId: String, authority: MSALAuthority, challengeTypes: MSALNativeAuthChallengeTypes) {
        self.challengeTypes = challengeTypes
        super.init(clientId: clientId, redirectUri: nil, authority: authority)
    }

    /// Creates a configuration for a tenant of Microsoft Entra External ID.
    ///
    /// - Parameters:
    ///   - clientId: The client identifier of the app.
    ///   - tenantSubdomain: The subdomain of the tenant, such as `example` for `example.ciamlogin.com`.
    ///   - challengeTypes: The challenge types that the app supports.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` if the subdomain is invalid.
    public convenience init(
        clientId: String,
        tenantSubdomain: String,
        challengeTypes: MSALNativeAuthChallengeTypes
    ) throws {
        self.init(
            clientId: clientId,
            authority: try MSALCIAMAuthority.of(subdomain: tenantSubdomain),
            challengeTypes: challengeTypes
        )
    }
}

/// The configuration of the token cache.
public final class MSALCacheConfig: NSObject {
    /// The keychain access group of apps that share accounts, on Apple platforms.
    ///
    /// Stored, without effect.
    public var keychainSharingGroup: String?

    override init() {
        super.init()
    }
}

/// The slice of Microsoft's service, for its testers.
public final class MSALSliceConfig: NSObject {
    /// The slice.
    public var slice: String?
    /// The data center, sent with every request of a native flow.
    public var dc: String?

    /// Creates a slice configuration.
    ///
    /// - Parameters:
    ///   - slice: The slice.
    ///   - dc: The data center.
    public init(slice: String?, dc: String?) {
        self.slice = slice
        self.dc = dc
        super.init()
    }
}

/// The further capabilities of an app.
///
/// A server that needs a missing capability requires the browser.
public struct MSALNativeAuthCapabilities: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Creates capabilities from their bits.
    ///
    /// - Parameter rawValue: The bits. Unknown bits are kept.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The app supports a second factor.
    public static let mfaRequired = MSALNativeAuthCapabilities(rawValue: 1 << 0)
    /// The app supports the registration of a second factor.
    public static let registrationRequired = MSALNativeAuthCapabilities(rawValue: 1 << 1)
}

/// The challenge types that an app supports.
public struct MSALNativeAuthChallengeTypes: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Creates challenge types from their bits.
    ///
    /// - Parameter rawValue: The bits. Unknown bits are kept.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A one-time code, sent by email.
    public static let OOB = MSALNativeAuthChallengeTypes(rawValue: 1 << 0)
    /// A password.
    public static let password = MSALNativeAuthChallengeTypes(rawValue: 1 << 1)
}

extension EntraTenant {
    /// Creates the tenant of an application.
    ///
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` if the authority is not a ``MSALCIAMAuthority``.
    init(_ config: MSALPublicClientApplicationConfig) throws {
        guard config.authority is MSALCIAMAuthority else { throw NSError(.internal, "It is not CIAM authority.") }
        self.init(authority: config.authority.url)
        datacenter = config.sliceConfig?.dc
        isOneAccount = true
    }
}
