import Foundation
public import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseWire

extension TestServer {
    /// Registers an app of Login with Amazon, as `gatehouse client create --amazon` does.
    ///
    /// ```swift
    /// let server = TestServer()
    /// let person = ScriptedPerson(email: "ada@example.com")
    /// AMZNAuthorizationManager.configure(apiKey: try await server.addAmazonApp()) { configuration in
    ///     server.prepare(&configuration, person: person)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - bundleID: The app's bundle identifier.
    ///   - name: What the pages call it.
    /// - Returns: Its API key.
    /// - Throws: When the bundle identifier cannot be one, or the store fails.
    public func addAmazonApp(
        bundleID: String = "com.example.app",
        name: String = "Example App"
    ) async throws -> String {
        let registration = try ClientRegistration.amazonApp(
            name: name,
            bundleID: bundleID,
            random: core.environment.random
        )
        let context = RequestContext(address: nil, requestID: "test")
        let client = try await ClientRegistrar(core: core).register(registration, context: context)
        return try await AmazonKeyMinter(core: core).apiKey(clientID: client.clientID, bundleID: bundleID)
    }

    /// Sets an app of Login with Amazon up to use this server: no network, nothing stored on disk, the server's clock.
    ///
    /// - Parameters:
    ///   - configuration: How the app is set up, to be changed further as the test needs.
    ///   - person: Who sits in front of the browser.
    ///   - browser: The person's browser; by default one of the app's own.
    public func prepare(
        _ configuration: inout GatehouseClient.Configuration,
        person: ScriptedPerson,
        browser: ScriptedBrowser? = nil
    ) {
        let usual = self.configuration(
            clientID: configuration.clientID,
            redirectURI: Self.redirectURI(of: configuration),
            browser: browser
        ) { [self] browser in
            try await person.walk(browser, on: self)
        }
        configuration.redirectURI = usual.redirectURI
        configuration.transport = usual.transport
        configuration.tokenStore = usual.tokenStore
        configuration.userAgent = usual.userAgent
        configuration.environment = usual.environment
    }

    /// Where a person comes back to: to the app by its bundle at Amazon, else to ``appRedirectURI``.
    static func redirectURI(of configuration: GatehouseClient.Configuration) -> URL {
        let redirectURI = configuration.amazon.flatMap { AmazonRedirect.app(bundleID: $0.key.bundleID) }
        return redirectURI.flatMap { URL(string: $0.rawValue) } ?? appRedirectURI
    }
}
