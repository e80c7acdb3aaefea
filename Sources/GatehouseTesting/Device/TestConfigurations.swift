public import Foundation
public import Gatehouse
import GatehouseWire

extension TestServer {
    /// Returns a configuration for an app on this server, in process, without files, and with the server's clock.
    ///
    /// ```swift
    /// let server = TestServer()
    /// try await server.clients.addPublic("app")
    /// let user = ScriptedUser(email: "ada@example.com")
    /// let app = GatehouseClient(configuration: server.configuration(clientID: "app", user: user))
    /// let session = try await app.signIn(scopes: [.email])
    /// ```
    ///
    /// - Parameters:
    ///   - clientID: The client, registered with the redirect URI.
    ///   - redirectURI: The redirect URI.
    ///   - browser: The browser; by default one for this app only.
    ///   - transport: The transport; by default one without faults.
    ///   - script: The actions of the user after the first page has opened.
    /// - Returns: The configuration, which the test can change.
    public func configuration(
        clientID: String,
        redirectURI: URL = TestServer.appRedirectURI,
        browser: ScriptedBrowser? = nil,
        transport: InProcessTransport? = nil,
        script: @escaping @Sendable (ScriptedBrowser) async throws -> Void
    ) -> GatehouseClient.Configuration {
        var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: clientID)
        configuration.redirectURI = redirectURI
        configuration.transport = transport ?? InProcessTransport(to: self)
        configuration.tokenStore = MemoryTokenStore()
        configuration.userAgent = ScriptedUserAgent(
            browser ?? ScriptedBrowser(on: self),
            redirectURI: redirectURI,
            script: script
        )
        configuration.environment = clock.environment
        return configuration
    }

    /// Returns a configuration for an app whose user completes every page.
    ///
    /// - Parameters:
    ///   - clientID: The client.
    ///   - user: The user of the browser.
    ///   - browser: The browser; by default one for this app only.
    ///   - transport: The transport; by default one without faults.
    /// - Returns: The configuration, which the test can change.
    public func configuration(
        clientID: String,
        user: ScriptedUser,
        browser: ScriptedBrowser? = nil,
        transport: InProcessTransport? = nil
    ) -> GatehouseClient.Configuration {
        configuration(clientID: clientID, browser: browser, transport: transport) { [self] browser in
            try await user.signIn(in: browser, on: self)
        }
    }

    /// Returns a configuration for an app with native authentication, in process, without files or a browser, and with
    /// the server's clock.
    ///
    /// - Parameters:
    ///   - clientID: The client.
    ///   - transport: The transport; by default one without faults.
    /// - Returns: The configuration, which the test can change.
    public func nativeConfiguration(
        clientID: String = "app",
        transport: InProcessTransport? = nil
    ) -> GatehouseClient.Configuration {
        configuration(clientID: clientID, transport: transport) { _ in throw CancellationError() }
    }

    /// Returns a configuration for an app that uses this server as an Entra tenant.
    ///
    /// - Parameters:
    ///   - clientID: The client.
    ///   - tenant: The tenant's name in the path.
    ///   - transport: The transport; by default one without faults.
    /// - Returns: The configuration, which the test can change.
    public func entraConfiguration(
        clientID: String = "app",
        tenant: String = "default",
        transport: InProcessTransport? = nil
    ) -> GatehouseClient.Configuration {
        let usual = nativeConfiguration(clientID: clientID, transport: transport)
        var configuration = GatehouseClient.Configuration(
            entraAuthority: issuer.appending(path: tenant),
            clientID: clientID
        )
        configuration.redirectURI = usual.redirectURI
        configuration.transport = usual.transport
        configuration.tokenStore = usual.tokenStore
        configuration.userAgent = usual.userAgent
        configuration.environment = usual.environment
        return configuration
    }
}

extension GatehouseClient.Configuration {
    /// Configures an app without pages for a server, in process, without files, and with the server's clock.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - transport: The transport; by default one without faults.
    public mutating func connect(to server: TestServer, transport: InProcessTransport? = nil) {
        let native = server.nativeConfiguration(clientID: clientID, transport: transport)
        self.transport = native.transport
        tokenStore = native.tokenStore
        environment = native.environment
    }

    /// Configures an app with Login with Amazon for a server, in process, without files, and with the server's clock.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - user: The user of the browser.
    ///   - browser: The browser; by default one for this app only.
    public mutating func connect(to server: TestServer, user: ScriptedUser, browser: ScriptedBrowser? = nil) {
        let usual = server.configuration(clientID: clientID, redirectURI: testRedirectURI, browser: browser) {
            browser in
            try await user.signIn(in: browser, on: server)
        }
        redirectURI = usual.redirectURI
        transport = usual.transport
        tokenStore = usual.tokenStore
        userAgent = usual.userAgent
        environment = usual.environment
    }

    /// Creates the configuration of an app with Kii's API, without using its own library.
    package init(
        kii app: TestKiiApp,
        on server: TestServer,
        transport: InProcessTransport? = nil,
        tokenLifetime: @escaping @Sendable () -> Int64? = { nil }
    ) {
        self.init(
            kii: KiiServer(
                baseURL: server.issuer.appending(path: KiiAPI.root),
                appID: app.appID,
                appKey: Secret(app.appKey),
                tokenLifetime: tokenLifetime
            )
        )
        connect(to: server, transport: transport)
    }

    /// The redirect URI of the app's bundle with Login with Amazon, otherwise ``TestServer/appRedirectURI``.
    var testRedirectURI: URL {
        let redirectURI = amazon.flatMap { AmazonRedirect.app(bundleID: $0.key.bundleID) }
        return redirectURI.flatMap { URL(string: $0.rawValue) } ?? TestServer.appRedirectURI
    }
}
