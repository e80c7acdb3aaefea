public import Foundation
public import Gatehouse
package import GatehouseStore
import GatehouseWire

extension TestServer {
    /// Registers a public client, as an app is one.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - name: What the pages call it.
    ///   - redirectURIs: Where answers may go, after a sign-in and after a sign-out.
    /// - Throws: When the identifier is taken.
    public func addPublicClient(
        _ id: String,
        name: String = "Example App",
        redirectURIs: [String] = [TestServer.appRedirectURI.absoluteString]
    ) async throws {
        try await add(.app(id, name: name, redirectURIs: redirectURIs, createdAt: clock.now))
    }

    /// How an app is set up to use this server: no network, nothing stored on disk, the server's clock.
    ///
    /// ```swift
    /// let server = TestServer()
    /// try await server.addPublicClient("app")
    /// let person = ScriptedPerson(email: "ada@example.com")
    /// let app = GatehouseClient(server.configuration(clientID: "app", person: person))
    /// let session = try await app.signIn(scopes: [.email])
    /// ```
    ///
    /// - Parameters:
    ///   - clientID: The client, which must have been registered with the redirect URI.
    ///   - redirectURI: Where the person comes back to.
    ///   - browser: The person's browser; by default one of the app's own.
    ///   - transport: What carries the app's requests; by default one without faults.
    ///   - script: What the person does once the first page is open.
    /// - Returns: The configuration, to be changed as the test needs.
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

    /// How an app is set up whose person answers every page.
    ///
    /// - Parameters:
    ///   - clientID: The client.
    ///   - person: Who sits in front of the browser.
    ///   - browser: The person's browser; by default one of the app's own.
    ///   - transport: What carries the app's requests; by default one without faults.
    /// - Returns: The configuration, to be changed as the test needs.
    public func configuration(
        clientID: String,
        person: ScriptedPerson,
        browser: ScriptedBrowser? = nil,
        transport: InProcessTransport? = nil
    ) -> GatehouseClient.Configuration {
        configuration(clientID: clientID, browser: browser, transport: transport) { [self] browser in
            try await person.walk(browser, on: self)
        }
    }

    /// The redirect URI that ``configuration(clientID:redirectURI:browser:transport:script:)`` uses unless told otherwise.
    public static let appRedirectURI: URL = {
        guard let url = URL(string: "com.example.app:/callback") else { preconditionFailure("A constant is not a URL") }
        return url
    }()
}

extension Client {
    /// A public client with everything a native app may have.
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
