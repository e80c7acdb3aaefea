public import Foundation
public import Gatehouse
package import GatehouseStore
import GatehouseWire

extension TestServer {
    /// Registers a public client for an app.
    ///
    /// - Parameters:
    ///   - id: The client identifier.
    ///   - name: The name shown on pages.
    ///   - redirectURIs: The redirect URIs for sign-ins and sign-outs.
    /// - Throws: An error if the identifier is in use.
    public func addPublicClient(
        _ id: String,
        name: String = "Example App",
        redirectURIs: [String] = [TestServer.appRedirectURI.absoluteString]
    ) async throws {
        try await add(.app(id, name: name, redirectURIs: redirectURIs, createdAt: clock.now))
    }

    /// Returns a configuration for an app on this server, in process, without files, and with the server's clock.
    ///
    /// ```swift
    /// let server = TestServer()
    /// try await server.addPublicClient("app")
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

    /// The default redirect URI of ``configuration(clientID:redirectURI:browser:transport:script:)``.
    public static let appRedirectURI: URL = {
        guard let url = URL(string: "com.example.app:/callback") else { preconditionFailure("A constant is not a URL") }
        return url
    }()
}

extension Client {
    /// Creates a public client with all permissions of a native app.
    package static func app(
        _ id: String,
        name: String = "Example App",
        redirectURIs: [String] = [TestServer.appRedirectURI.absoluteString],
        createdAt: Date
    ) -> Client {
        Client(
            id: Client.ID(id),
            name: name,
            secretHash: nil,
            tokenEndpointAuthMethod: .none,
            redirectURIs: redirectURIs,
            postLogoutRedirectURIs: redirectURIs,
            grantTypes: [.authorizationCode, .refreshToken, .deviceCode],
            scopes: [.openid, .profile, .email, .phone, .address, .offlineAccess],
            requiresPKCE: true,
            idTokenAlgorithm: .es256,
            refreshRecovery: .journalled,
            createdAt: createdAt
        )
    }
}
