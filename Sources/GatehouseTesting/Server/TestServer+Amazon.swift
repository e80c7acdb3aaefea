import Foundation
public import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseWire

extension TestServer {
    /// Registers an app with Login with Amazon, as `gatehouse client create --amazon` does.
    ///
    /// ```swift
    /// let server = TestServer()
    /// let user = ScriptedUser(email: "ada@example.com")
    /// AMZNAuthorizationManager.configure(apiKey: try await server.addAmazonApp()) { configuration in
    ///     server.prepare(&configuration, user: user)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - bundleID: The app's bundle identifier.
    ///   - name: The name shown on pages.
    /// - Returns: The API key of the app.
    /// - Throws: An error if the bundle identifier is invalid, or the store fails.
    public func addAmazonApp(
        bundleID: String = "com.example.app",
        name: String = "Example App"
    ) async throws -> String {
        let registration = try ClientRegistration.amazonApp(
            name: name,
            bundleID: bundleID,
            random: core.environment.random
        )
        let context = RequestMetadata(address: nil, requestID: "test")
        let client = try await ClientRegistrar(core: core, policy: .standard).register(registration, context: context)
        return try await AmazonAPIKeyIssuer(core: core).apiKey(clientID: client.clientID, bundleID: bundleID)
    }

    /// Configures an app with Login with Amazon for this server, in process, without files, and with the server's
    /// clock.
    ///
    /// - Parameters:
    ///   - configuration: The configuration, which the test can change further.
    ///   - user: The user of the browser.
    ///   - browser: The browser; by default one for this app only.
    public func prepare(
        _ configuration: inout GatehouseClient.Configuration,
        user: ScriptedUser,
        browser: ScriptedBrowser? = nil
    ) {
        let usual = self.configuration(
            clientID: configuration.clientID,
            redirectURI: Self.redirectURI(of: configuration),
            browser: browser
        ) { [self] browser in
            try await user.signIn(in: browser, on: self)
        }
        configuration.redirectURI = usual.redirectURI
        configuration.transport = usual.transport
        configuration.tokenStore = usual.tokenStore
        configuration.userAgent = usual.userAgent
        configuration.environment = usual.environment
    }

    /// Returns the redirect URI: that of the app's bundle with Login with Amazon, otherwise ``appRedirectURI``.
    static func redirectURI(of configuration: GatehouseClient.Configuration) -> URL {
        let redirectURI = configuration.amazon.flatMap { AmazonRedirect.app(bundleID: $0.key.bundleID) }
        return redirectURI.flatMap { URL(string: $0.rawValue) } ?? appRedirectURI
    }
}
