public import Foundation
public import Gatehouse

/// An app with its own screens for sign-up, sign-in and password reset.
///
/// Every call returns immediately and may be made on any thread. It calls one method of its delegate, once, on the main
/// actor, and retains the delegate until then.
public nonisolated final class MSALNativeAuthPublicClientApplication: MSALPublicClientApplication {
    /// Creates an application.
    ///
    /// - Parameter config: The configuration, which is copied.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` if the authority is not a ``MSALCIAMAuthority``.
    public convenience init(nativeAuthConfiguration config: MSALNativeAuthPublicClientApplicationConfig) throws {
        try self.init(nativeAuthConfiguration: config) { _ in }
    }

    /// Creates an application with its own token store, user agent or transport.
    ///
    /// An addition to Microsoft's API.
    ///
    /// - Parameters:
    ///   - config: The configuration, which is copied.
    ///   - adjust: A closure that changes the token store, the user agent or the transport.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` if the authority is not a ``MSALCIAMAuthority``.
    public init(
        nativeAuthConfiguration config: MSALNativeAuthPublicClientApplicationConfig,
        adjust: (inout GatehouseClient.Configuration) -> Void
    ) throws {
        var server = try EntraTenant(config)
        server.challenges = NativeChallengeTypes(rawValue: config.challengeTypes.rawValue)
        if let interceptor = config.requestInterceptor {
            server.headerFields = RequestInterceptorAdapter(interceptor).headerFields
        }
        super.init(config, server) { configuration in
            configuration.nativeCapabilities = NativeCapabilities(rawValue: config.capabilities.rawValue)
            configuration.reauthenticatesInBrowser = config.redirectUri != nil
            adjust(&configuration)
        }
        if config.redirectUri == nil {
            MSALGlobalConfig.loggerConfig.log(
                .warning,
                "No redirect URI is configured; the browser cannot be used"
            )
        }
    }

    /// Creates an application, as in versions before 2.2.
    ///
    /// - Parameters:
    ///   - config: The configuration, which is copied.
    ///   - challengeTypes: The challenge types that the app supports.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` if the authority is not a ``MSALCIAMAuthority``.
    @available(*, deprecated, message: "Use init(nativeAuthConfiguration:).")
    public convenience init(
        configuration config: MSALPublicClientApplicationConfig,
        challengeTypes: MSALNativeAuthChallengeTypes
    ) throws {
        try self.init(nativeAuthConfiguration: config.native(challengeTypes))
    }

    /// Creates an application of a Microsoft Entra External ID tenant, as in versions before 2.2.
    ///
    /// - Parameters:
    ///   - clientId: The client identifier of the app.
    ///   - tenantSubdomain: The subdomain of the tenant, such as `example` for `example.ciamlogin.com`.
    ///   - challengeTypes: The challenge types that the app supports.
    ///   - redirectUri: The redirect URI; `nil` for the platform's default.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` if the subdomain is invalid.
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

    /// Returns the stored account of the signed-in user, without a request.
    ///
    /// - Parameter correlationId: The correlation ID for logs.
    /// - Returns: The account, with which access tokens can be retrieved; `nil` if no user is signed in.
    public func getNativeAuthUserAccount(correlationId: UUID? = nil) -> MSALNativeAuthUserAccountResult? {
        app.storedAccount().map { MSALNativeAuthUserAccountResult(app, $0) }
    }
}

extension MSALPublicClientApplicationConfig {
    /// Converts the configuration to one for native authentication.
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
