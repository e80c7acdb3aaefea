import Foundation
import GatehouseWire

extension ClientConfiguration {
    /// Creates a configuration for a server with Kii's API, with the defaults of this platform.
    ///
    /// Tokens are refreshed five minutes before they expire, if there is a refresh token.
    ///
    /// - Parameter kii: The server and the app.
    package init(kii: KiiServer) {
        self.init(issuer: kii.baseURL, clientID: kii.appID)
        self.kii = kii
        userAgent = nil
        expirationLeeway = .seconds(300)
        returnsExpiringTokens = false
    }

    /// Creates a configuration for a server with Login with Amazon, with the defaults of this platform.
    ///
    /// - Parameter amazon: The API key and the location.
    package init(amazon: AmazonServer) {
        self.init(issuer: AmazonEndpoints.home(of: amazon.key), clientID: amazon.key.clientID)
        self.amazon = amazon
        #if canImport(AuthenticationServices)
        redirectURI = AmazonRedirect.app(bundleID: amazon.key.bundleID).flatMap { URL(string: $0.rawValue) }
        #endif
    }

    /// Returns the adapter for the protocol of the server.
    ///
    /// - Parameter clock: The estimated clock of the server.
    /// - Returns: The adapter, with its own connection to the server.
    func adapter(clock: ServerClock) -> any ProtocolAdapter {
        let connection = EndpointClient(
            transport: transport,
            errors: responseErrors,
            clock: clock,
            randomBytes: environment.randomBytes,
            executor: executor
        )
        if let amazon { return AmazonAdapter(amazon: amazon, connection: connection, now: environment.now) }
        if let kii { return KiiAdapter(kii: kii, connection: connection) }
        return OpenIDAdapter(
            // Entra returns no name without the scope `profile`, and its libraries always request it.
            requiredScopes: entra == nil ? [.openid, .offlineAccess] : [.openid, .profile, .offlineAccess],
            accountPolicy: entra?.isOneAccount == true ? .singleAccount : .multipleAccounts,
            namesOwnScopes: entra != nil,
            clientID: clientID,
            clientSecret: clientSecret,
            // Entra's endpoints issue bearer tokens only.
            keys: ProofKeySource(policy: entra == nil ? dpop : .off, randomBytes: environment.randomBytes),
            leeway: expirationLeeway.timeInterval,
            connection: connection,
            directory: DiscoveryCache(entra.map { .tenant($0.authority) } ?? .issuer(issuer), connection: connection),
            now: environment.now
        )
    }

    /// The errors of the server's protocol; any server with OpenID Connect may have native authentication.
    private var responseErrors: any ResponseErrorDecoder {
        if kii != nil { KiiErrorDecoder() } else if amazon != nil { OAuthErrorDecoder() } else { EntraErrorDecoder() }
    }

    /// Returns Entra's native authentication of a client.
    ///
    /// - Throws: `misconfigured` if the adapter is not for OpenID Connect.
    func entraAuthentication(
        _ adapter: any ProtocolAdapter,
        _ manager: SessionManager
    ) throws(AuthError) -> EntraNativeAuthentication {
        EntraNativeAuthentication(
            server: entra ?? EntraTenant(authority: issuer.appending(path: EntraTenant.defaultTenant)),
            capabilities: nativeCapabilities,
            service: try Self.openID(adapter),
            manager: manager,
            environment: environment
        )
    }

    /// Returns the native authentication of a client with OAuth 2.0 for First-Party Applications.
    ///
    /// - Throws: `misconfigured` if the adapter is not for OpenID Connect.
    func firstPartyAuthentication(
        _ adapter: any ProtocolAdapter,
        _ manager: SessionManager
    ) throws(AuthError) -> FirstPartyAuthentication {
        FirstPartyAuthentication(
            adapter: try Self.openID(adapter),
            manager: manager,
            environment: environment,
            capabilities: nativeCapabilities
        )
    }

    private static func openID(_ adapter: any ProtocolAdapter) throws(AuthError) -> OpenIDAdapter {
        guard let service = adapter as? OpenIDAdapter else {
            throw .misconfigured("Native sign-up and sign-in require a server with OpenID Connect.")
        }
        return service
    }
}

extension KiiUsers {
    /// Creates the operations on users of an app with Kii's API.
    ///
    /// - Parameter client: The client, which the caller keeps.
    /// - Throws: `misconfigured` if the client uses another protocol.
    package init(of client: GatehouseClient) throws(AuthError) {
        guard let service = client.services.adapter as? KiiAdapter else {
            throw .misconfigured("This client is not configured for Kii.")
        }
        self.init(service: service, manager: client.manager, importer: client.services.importer)
    }
}

extension AmazonSignIn {
    /// Creates the sign-ins with the options of Login with Amazon.
    ///
    /// - Parameter client: The client.
    /// - Throws: `misconfigured` if the client uses another protocol.
    package init(of client: GatehouseClient) throws(AuthError) {
        guard let adapter = client.services.adapter as? AmazonAdapter else {
            throw .misconfigured("This client is not configured for Login with Amazon.")
        }
        self.init(adapter: adapter, flow: client.signInFlow, deviceCodeFlow: client.services.deviceCodeFlow)
    }
}
