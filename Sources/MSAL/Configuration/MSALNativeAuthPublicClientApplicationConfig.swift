import Foundation

/// How an app is set up that has pages of its own for signing up and in.
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
    /// Which ways of proving who somebody is the app has pages for.
    public let challengeTypes: MSALNativeAuthChallengeTypes
    /// What else the app has pages for; none by default.
    public var capabilities: MSALNativeAuthCapabilities = []
    /// Adds header fields to the requests of native flows.
    public var requestInterceptor: (any MSALNativeAuthRequestInterceptor)?

    /// A configuration for a tenant of any server.
    ///
    /// - Parameters:
    ///   - clientId: The identifier that this app is registered with.
    ///   - authority: Where the app's people are: a ``MSALCIAMAuthority``.
    ///   - challengeTypes: Which ways of proving who somebody is the app has pages for.
    public init(clientId: String, authority: MSALAuthority, challengeTypes: MSALNativeAuthChallengeTypes) {
        self.challengeTypes = challengeTypes
        super.init(clientId: clientId, redirectUri: nil, authority: authority)
    }

    /// A configuration for a tenant of Microsoft Entra External ID.
    ///
    /// - Parameters:
    ///   - clientId: The identifier that this app is registered with.
    ///   - tenantSubdomain: The tenant's name, such as `example` for `example.ciamlogin.com`.
    ///   - challengeTypes: Which ways of proving who somebody is the app has pages for.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` when the name is none.
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
