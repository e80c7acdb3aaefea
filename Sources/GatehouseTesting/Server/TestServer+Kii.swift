import Foundation
public import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseWire

extension TestServer {
    /// Registers an app of Kii's kind, as `gatehouse client create --kii` does.
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
    ///   - id: Its identifier.
    ///   - name: What mails and pages call it.
    ///   - hasRefreshTokens: Whether its users get refresh tokens, and then access tokens that live for an hour.
    ///   - tokenLifetime: For how many seconds its tokens are good at most; `nil` for what is usual.
    ///   - clients: Other clients, registered before, whose tokens are good here.
    ///   - revealsAccounts: Whether it is told at once whether an address has an account.
    ///   - hasAdministrator: Whether it has a secret that manages its accounts.
    /// - Returns: What the app is begun with.
    /// - Throws: When the identifier is taken, one of the `clients` is unknown, or the store fails.
    public func addKiiApp(
        _ id: String = "kii-app",
        name: String = "Example App",
        hasRefreshTokens: Bool = false,
        tokenLifetime: Int? = nil,
        acceptingTokensOf clients: [String] = [],
        revealsAccounts: Bool = false,
        hasAdministrator: Bool = false
    ) async throws -> TestKiiApp {
        let registration = ClientRegistration(
            id: Client.ID(id),
            name: name,
            kind: .public,
            grantTypes: hasRefreshTokens ? [.password, .refreshToken] : [.password],
            kii: KiiRegistration(
                tokenLifetime: tokenLifetime.map(TimeInterval.init),
                accepts: clients.map { Client.ID($0) },
                revealsAccounts: revealsAccounts,
                hasAdministrator: hasAdministrator
            )
        )
        let context = RequestContext(address: nil, requestID: "test")
        let client = try await ClientRegistrar(core: core).register(registration, context: context)
        return TestKiiApp(
            appID: client.clientID,
            appKey: client.kiiAppKey?.reveal() ?? "",
            url: issuer.absoluteString + KiiAPI.root,
            adminSecret: client.kiiAdminSecret?.reveal()
        )
    }

    /// Sets an app up to use this server that shows no pages: no network, nothing stored on disk, the server's clock.
    ///
    /// - Parameters:
    ///   - configuration: How the app is set up, to be changed further as the test needs.
    ///   - transport: What carries the app's requests; by default one without faults.
    public func prepare(
        _ configuration: inout GatehouseClient.Configuration,
        transport: InProcessTransport? = nil
    ) {
        let usual = nativeConfiguration(clientID: configuration.clientID, transport: transport)
        configuration.transport = usual.transport
        configuration.tokenStore = usual.tokenStore
        configuration.environment = usual.environment
    }

    /// How an app of Kii's kind is set up, below the names of its own library.
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
