public import Foundation
public import Gatehouse

/// An app that has pages of its own for signing up, in, and choosing a new password.
///
/// Every call returns at once, and may be made on any thread. What came of it is told the delegate that was passed: one of its
/// methods, once, on the main actor; it is kept until then.
public nonisolated final class MSALNativeAuthPublicClientApplication: MSALPublicClientApplication {
    /// An application.
    ///
    /// - Parameter config: How the app is set up, which is copied.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` when the authority is no ``MSALCIAMAuthority``.
    public convenience init(nativeAuthConfiguration config: MSALNativeAuthPublicClientApplicationConfig) throws {
        try self.init(nativeAuthConfiguration: config) { _ in }
    }

    /// An application that keeps its sessions, shows the browser and sends its requests in its own way; an addition to
    /// Microsoft's API.
    ///
    /// - Parameters:
    ///   - config: How the app is set up, which is copied.
    ///   - adjust: Changes where sessions are stored, what shows the server's pages, and what carries requests.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` when the authority is no ``MSALCIAMAuthority``.
    public init(
        nativeAuthConfiguration config: MSALNativeAuthPublicClientApplicationConfig,
        adjust: (inout GatehouseClient.Configuration) -> Void
    ) throws {
        var server = try EntraServer(config)
        server.challenges = NativeChallenges(rawValue: config.challengeTypes.rawValue)
        server.capabilities = NativeCapabilities(rawValue: config.capabilities.rawValue)
        if let interceptor = config.requestInterceptor { server.headerFields = Interceptor(interceptor).headerFields }
        super.init(config, server, adjust)
        if config.redirectUri == nil {
            MSALGlobalConfig.loggerConfig.log(
                .warning,
                "There is no redirect URI, so that the browser has nowhere to go"
            )
        }
    }

    /// An application, as versions before 2.2 make it.
    ///
    /// - Parameters:
    ///   - config: How the app is set up, which is copied.
    ///   - challengeTypes: Which ways of proving who somebody is the app has pages for.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` when the authority is no ``MSALCIAMAuthority``.
    @available(*, deprecated, message: "Use init(nativeAuthConfiguration:).")
    public convenience init(
        configuration config: MSALPublicClientApplicationConfig,
        challengeTypes: MSALNativeAuthChallengeTypes
    ) throws {
        try self.init(nativeAuthConfiguration: config.native(challengeTypes))
    }

    /// An application of a tenant of Microsoft Entra External ID, as versions before 2.2 make it.
    ///
    /// - Parameters:
    ///   - clientId: The identifier that this app is registered with.
    ///   - tenantSubdomain: The tenant's name, such as `example` for `example.ciamlogin.com`.
    ///   - challengeTypes: Which ways of proving who somebody is the app has pages for.
    ///   - redirectUri: Where the browser comes back to; `nil` for the default of the platform.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` when the name is none.
    @available(*, deprecated, message: "Use init(nativeAuthConfiguration:).")
    public convenience init(
        clientId: String,
        tenantSubdomain: String,
        challengeTypes: MSALNativeAuthChallengeTypes,
        redirectUri: String? = nil
    ) throws {
        let config = try MSALNativeAuthPublicClientApplicationConfig(
            clientId: clientId,
            tenantSubdomain: tenantSubdomain,
            challengeTypes: challengeTypes
        )
        config.redirectUri = redirectUri
        try self.init(nativeAuthConfiguration: config)
    }

    /// Who is signed in, as stored on the device; nobody is asked.
    ///
    /// - Parameter correlationId: Tells the call in the logs.
    /// - Returns: The account with the means to get access tokens; `nil` when nobody is signed in.
    public func getNativeAuthUserAccount(correlationId: UUID? = nil) -> MSALNativeAuthUserAccountResult? {
        app.storedAccount().map { MSALNativeAuthUserAccountResult(app, $0) }
    }
}

extension MSALPublicClientApplicationConfig {
    /// The same for an app with pages of its own.
    fileprivate func native(
        _ challengeTypes: MSALNativeAuthChallengeTypes
    ) -> MSALNativeAuthPublicClientApplicationConfig {
        let config = MSALNativeAuthPublicClientApplicationConfig(
            clientId: clientId,
            authority: authority,
            challengeTypes: challengeTypes
        )
        config.redirectUri = redirectUri
        config.sliceConfig = sliceConfig
        config.tokenExpirationBuffer = tokenExpirationBuffer
        return config
    }
}
