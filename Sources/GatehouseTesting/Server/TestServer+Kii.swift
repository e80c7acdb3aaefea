import Foundation
public import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseWire

extension TestServer {
    /// Registers an app with Kii's API, as `gatehouse client create --kii` does.
    ///
    /// ```swift
    /// let server = TestServer()
    /// let app = try await server.addKiiApp()
    /// Kii.begin(withID: app.appID, andKey: app.appKey, andCustomURL: app.url) { server.prepare(&$0) }
    /// let user = KiiUserBuilder(email: "ada@example.com", password: "correct horse battery").build()
    /// try user.performRegistrationSynchronous()
    /// let code = try await server.mailedCode(to: "ada@example.com")
    /// ```
    ///
    /// - Parameters:
    ///   - id: The client identifier.
    ///   - name: The name in mails and on pages.
    ///   - hasRefreshTokens: Whether users get refresh tokens, with access tokens that expire after an hour.
    ///   - tokenLifetime: The maximum lifetime of tokens in seconds; `nil` for the default.
    ///   - clients: Other registered clients whose tokens are accepted.
    ///   - disclosesAccounts: Whether the server discloses whether an address has an account.
    ///   - hasAdministrator: Whether the app has an administrator secret.
    /// - Returns: The parameters for starting the app.
    /// - Throws: An error if the identifier is in use, one of the `clients` is unknown, or the store fails.
    public func addKiiApp(
        _ id: String = "kii-app",
        name: String = "Example App",
        hasRefreshTokens: Bool = false,
        tokenLifetime: Int? = nil,
        acceptingTokensOf clients: [String] = [],
        disclosesAccounts: Bool = false,
        hasAdministrator: Bool = false
    ) async throws -> TestKiiApp {
        let registration = ClientRegistration(
            id: Client.ID(id),
            name: name,
            kind: .public,
            grantTypes: hasRefreshTokens ? [.password, .refreshToken] : [.password],
            kii: PasswordAppRegistration(
                tokenLifetime: tokenLifetime.map(TimeInterval.init),
                accepts: clients.map { Client.ID($0) },
                disclosesAccounts: disclosesAccounts,
                hasAdministrator: hasAdministrator
            )
        )
        let context = RequestMetadata(address: nil, requestID: "test")
        let client = try await ClientRegistrar(core: core, policy: .standard).register(registration, context: context)
        return TestKiiApp(
            appID: client.clientID,
            appKey: client.kiiAppKey?.reveal() ?? "",
            url: issuer.absoluteString + KiiAPI.root,
            adminSecret: client.kiiAdminSecret?.reveal()
        )
    }

    /// Configures an app without pages for this server, in process, without files, and with the server's clock.
    ///
    /// - Parameters:
    ///   - configuration: The configuration, which the test can change further.
    ///   - transport: The transport; by default one without faults.
    public func prepare(
        _ configuration: inout GatehouseClient.Configuration,
        transport: InProcessTransport? = nil
    ) {
        let native = nativeConfiguration(clientID: configuration.clientID, transport: transport)
        configuration.transport = native.transport
        configuration.tokenStore = native.tokenStore
        configuration.environment = native.environment
    }

    /// Returns a configuration for an app with Kii's API, without using its own library.
    package func kiiConfiguration(
        _ app: TestKiiApp,
        transport: InProcessTransport? = nil,
        tokenLifetime: @escaping @Sendable () -> Int64? = { nil }
    ) -> GatehouseClient.Configuration {
        let server = KiiServer(
            baseURL: issuer.appending(path: KiiAPI.root),
            appID: app.appID,
            appKey: Secret(app.appKey),
            tokenLifetime: tokenLifetime
        )
        var configuration = GatehouseClient.Configuration(kii: server)
        prepare(&configuration, transport: transport)
        return configuration
    }
}

/// An app with Kii's API on a ``TestServer``, with the parameters of `Kii.begin(withID:andKey:andCustomURL:)`.
public struct TestKiiApp: Sendable, Hashable {
    /// The app identifier.
    public let appID: String
    /// The app key, contained in every copy of the app.
    public let appKey: String
    /// The URL of Kii's API.
    public let url: String
    /// The administrator secret of the app, if it has one.
    public let adminSecret: String?
}
