import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

extension TestClients {
    /// Registers an app with Kii's API, as `gatehouse client create --kii` does.
    ///
    /// ```swift
    /// let server = TestServer()
    /// let app = try await server.clients.addKii()
    /// Kii.begin(withID: app.appID, andKey: app.appKey, andCustomURL: app.url) { $0.connect(to: server) }
    /// let user = KiiUserBuilder(email: "ada@example.com", password: "correct horse battery").build()
    /// try user.performRegistrationSynchronous()
    /// let code = try await server.mailedCode(to: "ada@example.com")
    /// ```
    ///
    /// - Parameters:
    ///   - id: The client identifier.
    ///   - name: The name in mails and on pages.
    ///   - options: The tokens of the app and its privileges.
    /// - Returns: The parameters for starting the app.
    /// - Throws: An error if the identifier is in use, an accepted client is unknown, or the store fails.
    public func addKii(
        _ id: String = "kii-app",
        name: String = "Example App",
        options: TestKiiApp.Options = TestKiiApp.Options()
    ) async throws -> TestKiiApp {
        let registration = ClientRegistration(
            id: Client.ID(id),
            name: name,
            kind: .public,
            grantTypes: options.hasRefreshTokens ? [.password, .refreshToken] : [.password],
            passwordApp: PasswordAppRegistration(
                tokenLifetime: options.tokenLifetime.map(TimeInterval.init),
                accepts: options.acceptedClients.map { Client.ID($0) },
                disclosesAccounts: options.disclosesAccounts,
                hasAdministrator: options.hasAdministrator
            )
        )
        let context = RequestMetadata(address: nil, requestID: "test")
        let client = try await server.identity.registrar.register(
            registration,
            context: context
        )
        return TestKiiApp(
            appID: client.clientID,
            appKey: client.kiiAppKey?.reveal() ?? "",
            url: server.issuer.absoluteString + KiiAPI.root,
            adminSecret: client.kiiAdminSecret?.reveal()
        )
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

    /// The properties of an app with Kii's API.
    public struct Options: Sendable, Hashable {
        /// A Boolean value that indicates whether users get refresh tokens, with access tokens that expire after an
        /// hour.
        public var hasRefreshTokens: Bool
        /// The maximum lifetime of tokens in seconds; `nil` for the default.
        public var tokenLifetime: Int?
        /// Other registered clients whose tokens are accepted.
        public var acceptedClients: [String]
        /// A Boolean value that indicates whether the server discloses whether an address has an account.
        public var disclosesAccounts: Bool
        /// A Boolean value that indicates whether the app has an administrator secret.
        public var hasAdministrator: Bool

        /// Creates the properties of an app.
        ///
        /// - Parameters:
        ///   - hasRefreshTokens: Whether users get refresh tokens.
        ///   - tokenLifetime: The maximum lifetime of tokens in seconds; `nil` for the default.
        ///   - acceptedClients: Other registered clients whose tokens are accepted.
        ///   - disclosesAccounts: Whether the server discloses whether an address has an account.
        ///   - hasAdministrator: Whether the app has an administrator secret.
        public init(
            hasRefreshTokens: Bool = false,
            tokenLifetime: Int? = nil,
            acceptedClients: [String] = [],
            disclosesAccounts: Bool = false,
            hasAdministrator: Bool = false
        ) {
            self.hasRefreshTokens = hasRefreshTokens
            self.tokenLifetime = tokenLifetime
            self.acceptedClients = acceptedClients
            self.disclosesAccounts = disclosesAccounts
            self.hasAdministrator = hasAdministrator
        }
    }
}
