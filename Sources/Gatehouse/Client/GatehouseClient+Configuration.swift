public import Foundation
public import GatehouseWire

extension GatehouseClient {
    /// How a client is set up; everything but the issuer and the client identifier has a default.
    public struct Configuration: Sendable {
        /// The server: an `https` URL, or `http` on localhost.
        public var issuer: URL
        /// The identifier that this app is registered with.
        public var clientID: String
        /// The secret of an app that runs where nobody can read it, such as on a server; `nil` for all others.
        public var clientSecret: Secret?
        /// Where the server sends the browser after a sign-in, exactly as the app is registered with it.
        ///
        /// On Apple platforms it is `:/callback` behind the bundle identifier in small letters by default, such as
        /// `com.example.app:/callback` (RFC 8252 §7.1). Register the app with it:
        ///
        ///     gatehouse client create --name "Example App" --redirect-uri com.example.app:/callback
        ///
        /// Elsewhere, and in a tool without a bundle identifier, it is `nil`: the user agent chooses.
        public var redirectURI: URL?
        /// Where the server sends the browser after the browser's own session was ended; `nil` to stay on its page.
        public var postLogoutRedirectURI: URL?
        /// Where sessions are kept: the keychain on Apple platforms, encrypted files elsewhere.
        public var tokenStore: any TokenStore
        /// The user agent that shows the server's pages: the system's sheet in apps on Apple platforms, the default
        /// browser elsewhere and in a macOS tool without a bundle identifier.
        public var userAgent: any UserAgent
        /// What carries requests.
        public var transport: any HTTPTransport
        /// How long before its end an access token is renewed, and how far two clocks may differ.
        public var leeway: Duration
        /// Whether a token that is about to expire is given out while another one is got; an app of a vendor that waits for the other one
        /// is used to that.
        package var lendsExpiringTokens = true
        /// Clock, randomness and waiting.
        public var environment: Environment
        /// The server that is spoken to as Login with Amazon; `nil` for one that speaks OpenID Connect.
        package var amazon: AmazonServer?
        /// The tenant that is spoken to as one of Entra's; `nil` for a server that is known by its issuer.
        package var entra: EntraServer?
        /// The server that is spoken to as Kii; `nil` for all others.
        package var kii: KiiServer?
        /// Where the client's own tasks run; `nil` for the threads that all tasks share, which callers may block.
        package var executor: (any TaskExecutor)?

        /// A configuration with the defaults of this platform.
        ///
        /// - Parameters:
        ///   - issuer: The server: an `https` URL, or `http` on localhost.
        ///   - clientID: The identifier that this app is registered with.
        public init(issuer: URL, clientID: String) {
            self.issuer = issuer
            self.clientID = clientID
            leeway = .seconds(60)
            transport = URLSessionTransport.shared
            environment = Environment()
            #if canImport(Security)
            tokenStore = KeychainTokenStore()
            #else
            tokenStore = FileTokenStore()
            #endif
            #if canImport(AuthenticationServices)
            userAgent = WebAuthenticationUserAgent()
            redirectURI = Self.redirectURI(ofBundle: Bundle.main.bundleIdentifier)
            #if os(macOS)
            // A tool without a bundle has no redirect URI of its own and no window to show the sheet in.
            if redirectURI == nil { userAgent = LoopbackUserAgent() }
            #endif
            #else
            userAgent = LoopbackUserAgent()
            #endif
        }

        /// A configuration for a tenant of Microsoft Entra External ID, or of a server that speaks as one, with the defaults
        /// of this platform.
        ///
        /// - Parameters:
        ///   - authority: The tenant: an `https` URL such as `https://example.ciamlogin.com/example.onmicrosoft.com`, or
        ///     `http` on localhost.
        ///   - clientID: The identifier that this app is registered with.
        public init(entra authority: URL, clientID: String) {
            self.init(entra: EntraServer(authority: authority), clientID: clientID)
        }

        package init(entra: EntraServer, clientID: String) {
            self.init(issuer: entra.authority, clientID: clientID)
            self.entra = entra
        }

        /// The redirect URI that belongs to an app by its bundle identifier; `nil` for none that can be a scheme of
        /// the app's own, which has a dot (RFC 8252 §7.1).
        static func redirectURI(ofBundle identifier: String?) -> URL? {
            guard let identifier, identifier.contains("."),
                let redirectURI = RedirectURI(rawValue: identifier.lowercased() + ":/callback")
            else { return nil }
            return URL(string: redirectURI.rawValue)
        }
    }
}
