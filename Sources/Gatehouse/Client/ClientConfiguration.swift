public import Foundation
package import GatehouseConcurrency
public import GatehouseWire

/// The configuration of a client; all members except the issuer and the client identifier have defaults.
public struct ClientConfiguration: Sendable {
    /// The issuer: an `https` URL, or `http` on localhost.
    public var issuer: URL
    /// The client identifier of this app.
    public var clientID: String
    /// The client secret of an app on a server; `nil` for public clients.
    public var clientSecret: Secret?
    /// The redirect URI for sign-ins, exactly as it is registered.
    ///
    /// On Apple platforms the default is the bundle identifier in lower case followed by `:/callback`, such as
    /// `com.example.app:/callback` (RFC 8252 §7.1). Register the app with it:
    ///
    ///     gatehouse client create --name "Example App" --redirect-uri com.example.app:/callback
    ///
    /// Elsewhere, and in a tool without a bundle identifier, it is `nil`: the user agent chooses.
    public var redirectURI: URL?
    /// The redirect URI after the end of the browser's session; `nil` to stay on the server's page.
    public var postLogoutRedirectURI: URL?
    /// The store for sessions: the keychain on Apple platforms, encrypted files elsewhere.
    public var tokenStore: any TokenStore
    /// The user agent that shows the server's pages: the system's sheet in apps on Apple platforms, the default
    /// browser elsewhere and in a macOS tool without a bundle identifier.
    ///
    /// Set it to `nil` in an app whose users sign in on its own screens only.
    public var userAgent: (any UserAgent)?
    /// The authenticator for passkeys: the system's in apps on Apple platforms; `nil` elsewhere, on watchOS and in a
    /// macOS tool without a bundle identifier.
    public var passkeyAuthenticator: (any PasskeyAuthenticator)?
    /// The steps after the first factor that the app supports on its own screens; all of them by default.
    public var nativeCapabilities: NativeCapabilities = [.secondFactor, .enrolment]
    /// The policy for binding the tokens of new sign-ins to a key of the device (DPoP).
    public var dpop = DPoPPolicy.automatic
    /// The transport for requests.
    public var transport: any HTTPTransport
    /// The time before expiration at which an access token is refreshed, and the accepted difference between
    /// clocks.
    public var expirationLeeway: Duration
    /// Whether a token that is about to expire is returned while it is refreshed; apps of some vendors expect to
    /// wait for the new one.
    package var returnsExpiringTokens = true
    /// Whether the sign-in page is shown if an operation requires a recent sign-in.
    package var reauthenticatesInBrowser = true
    /// The clock, randomness and timers.
    package var environment: ClientEnvironment
    /// The server with Login with Amazon; `nil` for OpenID Connect.
    package var amazon: AmazonServer?
    /// The Entra tenant; `nil` for a server that is known by its issuer.
    package var entra: EntraTenant?
    /// The server with Kii's API; `nil` for all others.
    package var kii: KiiServer?
    /// The executor of the client's tasks; by default the shared thread pool, which callers may block.
    package var executor = TaskExecutorPreference.sharedPool

    /// Creates a configuration with the defaults of this platform.
    ///
    /// - Parameters:
    ///   - issuer: The issuer: an `https` URL, or `http` on localhost.
    ///   - clientID: The client identifier of this app.
    public init(issuer: URL, clientID: String) {
        self.issuer = issuer
        self.clientID = clientID
        expirationLeeway = .seconds(60)
        transport = URLSessionTransport.shared
        environment = ClientEnvironment()
        #if canImport(Security)
        tokenStore = KeychainTokenStore()
        #else
        tokenStore = FileTokenStore()
        #endif
        #if canImport(AuthenticationServices)
        userAgent = WebAuthenticationUserAgent()
        #if !os(watchOS)
        passkeyAuthenticator = PlatformPasskeyAuthenticator()
        #endif
        redirectURI = Self.redirectURI(ofBundle: Bundle.main.bundleIdentifier)
        #if LOOPBACK
        // A tool without a bundle has no redirect URI, no associated domain and no window for the sheet.
        if redirectURI == nil {
            userAgent = LoopbackUserAgent()
            passkeyAuthenticator = nil
        }
        #endif
        #else
        userAgent = LoopbackUserAgent()
        #endif
    }

    /// Creates a configuration for a tenant of Microsoft Entra External ID, or of a server with the same protocol,
    /// with the defaults of this platform.
    ///
    /// - Parameters:
    ///   - authority: The tenant: an `https` URL such as `https://example.ciamlogin.com/example.onmicrosoft.com`,
    ///     or `http` on localhost.
    ///   - clientID: The client identifier of this app.
    public init(entraAuthority authority: URL, clientID: String) {
        self.init(entra: EntraTenant(authority: authority), clientID: clientID)
    }

    package init(entra: EntraTenant, clientID: String) {
        self.init(issuer: entra.authority, clientID: clientID)
        self.entra = entra
    }

    /// Returns the redirect URI for a bundle identifier; `nil` if that cannot be a private-use scheme, which
    /// contains a dot (RFC 8252 §7.1).
    static func redirectURI(ofBundle identifier: String?) -> URL? {
        guard let identifier, identifier.contains("."),
            let redirectURI = RedirectURI(rawValue: identifier.lowercased() + ":/callback")
        else { return nil }
        return URL(string: redirectURI.rawValue)
    }
}

extension ClientConfiguration {
    /// Returns a manager of the sessions of a new client.
    ///
    /// - Parameters:
    ///   - service: The server.
    ///   - interaction: The ways to involve the user in operations on the account.
    ///   - clock: The estimated clock of the server.
    ///   - states: Receives the sign-in states.
    ///   - events: Receives the session events.
    /// - Returns: The manager, which reads the store at the first call.
    func manager(
        _ service: any ProtocolAdapter,
        interaction: UserInteraction,
        clock: ServerClock,
        states: StreamBroadcaster<SessionState>,
        events: StreamBroadcaster<SessionEvent>
    ) -> SessionManager {
        let tasks = TaskTracker(executor: executor, sleep: environment.backgroundSleep)
        let persistence = SessionPersistence(
            key: TokenStoreKey(issuer: issuer.absoluteString.withoutTrailingSlash, clientID: clientID),
            store: tokenStore,
            clock: clock,
            randomBytes: environment.randomBytes
        )
        return SessionManager(
            service: service,
            interaction: interaction,
            persistence: persistence,
            tasks: tasks,
            recorder: EventRecorder(persistence: persistence, tasks: tasks, observer: environment.eventLog),
            environment: environment,
            leeway: expirationLeeway.timeInterval,
            returnsExpiringTokens: returnsExpiringTokens,
            states: states,
            events: events
        )
    }
}
