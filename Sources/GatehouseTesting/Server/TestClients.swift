public import Foundation
public import Gatehouse
import GatehouseServer
package import GatehouseStore
import GatehouseWire

/// The clients of a ``TestServer``.
public struct TestClients: Sendable {
    let server: TestServer

    /// Registers a public client for an app.
    ///
    /// - Parameters:
    ///   - id: The client identifier.
    ///   - name: The name shown on pages.
    ///   - redirectURIs: The redirect URIs for sign-ins and sign-outs.
    /// - Throws: An error if the identifier is in use.
    public func addPublic(
        _ id: String,
        name: String = "Example App",
        redirectURIs: [String] = [TestServer.appRedirectURI.absoluteString]
    ) async throws {
        try await server.add(.app(id, name: name, redirectURIs: redirectURIs, createdAt: server.clock.now))
    }

    /// Registers a confidential client, such as a website, as `gatehouse client create --type confidential` does.
    ///
    /// ```swift
    /// var configuration = device.configuration(clientID: "site")
    /// configuration.clientSecret = try await server.clients.addConfidential("site")
    /// ```
    ///
    /// - Parameters:
    ///   - id: The client identifier.
    ///   - name: The name shown on pages.
    ///   - redirectURIs: The redirect URIs for sign-ins and sign-outs.
    /// - Returns: The client secret, which is not returned again.
    /// - Throws: An error if the identifier is in use, or the store fails.
    public func addConfidential(
        _ id: String,
        name: String = "Example Site",
        redirectURIs: [String] = [TestServer.appRedirectURI.absoluteString]
    ) async throws -> Secret {
        let registration = ClientRegistration(
            id: Client.ID(id),
            name: name,
            kind: .confidential,
            redirectURIs: redirectURIs,
            postLogoutRedirectURIs: redirectURIs,
            idTokenAlgorithm: .es256
        )
        let context = RequestMetadata(address: nil, requestID: "test")
        let client = try await server.identity.registrar.register(registration, context: context)
        guard let secret = client.clientSecret else { throw TestServerError("The client \(id) has no secret.") }
        return secret
    }

    /// Registers an app with Login with Amazon, as `gatehouse client create --amazon` does.
    ///
    /// ```swift
    /// let server = TestServer()
    /// let user = ScriptedUser(email: "ada@example.com")
    /// AMZNAuthorizationManager.configure(apiKey: try await server.clients.addAmazon()) { configuration in
    ///     configuration.connect(to: server, user: user)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - bundleID: The app's bundle identifier.
    ///   - name: The name shown on pages.
    /// - Returns: The API key of the app.
    /// - Throws: An error if the bundle identifier is invalid, or the store fails.
    public func addAmazon(
        bundleID: String = "com.example.app",
        name: String = "Example App"
    ) async throws -> String {
        let registration = try ClientRegistration.amazonApp(
            name: name,
            bundleID: bundleID,
            random: server.identity.environment.random
        )
        let context = RequestMetadata(address: nil, requestID: "test")
        let client = try await server.identity.registrar.register(registration, context: context)
        return try await server.identity.amazonKeys.apiKey(clientID: client.clientID, bundleID: bundleID)
    }
}

extension TestServer {
    /// The registered clients.
    public var clients: TestClients { TestClients(server: self) }

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
            scopes: [.openid, .profile, .email, .phone, .address, .offlineAccess, .account],
            requiresPKCE: true,
            idTokenAlgorithm: .es256,
            refreshRecovery: .journalled,
            createdAt: createdAt
        )
    }
}
