import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

/// A client of the Kii API that calls the server's operations directly, without HTTP.
struct KiiApp: Sendable {
    static let adminSecret = Secret("secret of the administrator")
    static let key = Secret("key of the app")

    let server: CompleteServer
    let client: Client
    let request: AccountRequest

    var accounts: AccountOperations { server.identity.accounts }
    private var services: GrantServices { server.identity.token.services }

    /// Creates a server with one Kii client, `app`.
    static func standalone(
        limits: RateLimits = RateLimits(),
        store: any Store = MemoryStore(),
        sendsSMS: Bool = true,
        _ change: (inout Client) -> Void = { _ in }
    ) async throws -> KiiApp {
        let server = CompleteServer(store: store, limits: limits, sendsSMS: sendsSMS)
        return try await KiiApp(on: server, change)
    }

    init(
        on server: CompleteServer,
        id: Client.ID = "app",
        address: String = "198.51.100.7",
        _ change: (inout Client) -> Void = { _ in }
    ) async throws {
        var client = Client.app(id.rawValue, createdAt: server.clock.now)
        client.grantTypes = [.password]
        client.scopes = [.openid, .profile, .email, .phone, .account]
        client.skipsConsent = true
        client.passwordApp = PasswordAppSettings(
            keyHash: OpaqueToken.hash(of: Self.key.reveal()),
            adminSecretHash: OpaqueToken.hash(of: Self.adminSecret.reveal()),
            tokenLifetime: 90 * 24 * 60 * 60
        )
        change(&client)
        try await server.add(client)
        self.init(server, client, address: address)
    }

    private init(_ server: CompleteServer, _ client: Client, address: String) {
        self.server = server
        self.client = client
        let context = RequestMetadata(address: address, requestID: "request-1")
        request = AccountRequest(client: client, language: .english, authority: .administrator, context: context)
    }

    /// Returns the same app at another network address.
    func at(_ address: String) -> KiiApp { KiiApp(server, client, address: address) }

    /// Returns the app with a changed registration.
    func registered(as client: Client) -> KiiApp { KiiApp(server, client, address: "198.51.100.7") }

    @discardableResult
    func register(
        _ username: String? = nil,
        email: String? = nil,
        phone: String? = nil,
        password: String? = "correct horse battery"
    ) async throws(AccountError) -> Account {
        try await accounts.registrar.register(
            NewAccount(username: username, email: email, phone: phone, password: password),
            request
        )
    }

    /// Registers a user and signs the user in.
    func registerAndSignIn(
        _ new: NewAccount,
        expiresAt: Date? = nil
    ) async throws(AccountError) -> (account: Account, tokens: IssuedTokens) {
        let options = GrantOptions(format: KiiTokenFormat(), expiresAt: expiresAt)
        return try await server.identity.kii.registration.signedInRegistration.register(new, options: options, request)
    }

    /// Signs in with an identifier of any kind.
    func signIn(
        _ name: String,
        _ password: String = "correct horse battery",
        expiresAt: Date? = nil
    ) async throws(OAuthError) -> IssuedTokens {
        try await redeem(
            PasswordGrant(
                services: services,
                passwords: server.identity.kii.token.passwords,
                policy: server.identity.flows.actions.requirements.policy,
                factors: server.identity.flows.factors,
                name: LoginIdentifier(typed: name),
                password: password
            ),
            expiresAt: expiresAt
        )
    }

    func refresh(_ token: Secret?, expiresAt: Date? = nil) async throws(OAuthError) -> IssuedTokens {
        try await redeem(
            RefreshTokenGrant(services: services, token: token.flatMap(RefreshToken.init), scope: nil),
            expiresAt: expiresAt
        )
    }

    /// Requests a token for the app itself.
    func authenticate(_ secret: Secret, expiresAt: Date? = nil) async throws(OAuthError) -> IssuedTokens {
        try await redeem(KiiApplicationGrant(services: services, secret: secret), expiresAt: expiresAt)
    }

    private func redeem(_ grant: any GrantHandler, expiresAt: Date?) async throws(OAuthError) -> IssuedTokens {
        try await server.identity.token.redeem(
            grant,
            of: client,
            options: GrantOptions(format: KiiTokenFormat(), expiresAt: expiresAt),
            context: request.context
        )
    }

    /// Returns the token's contents if it is valid.
    func check(_ token: Secret) async throws(OAuthError) -> ActiveAccessToken? {
        try await server.identity.accessTokens.check(token)
    }

    /// Returns the ID of the token's account if the token is valid.
    func accountID(of token: Secret) async throws -> Account.ID? {
        guard case .user(let account, _)? = try await check(token)?.bearer else { return nil }
        return account.id
    }

    /// Returns the account as stored.
    func stored(_ account: Account) async throws -> Account? { try await server.store.account(account.id) }

    /// Verifies the pending address with the code that was sent to it.
    @discardableResult
    func verifyAddress(_ kind: AccountIdentifier.Kind, of account: Account) async throws -> Account {
        let address = try #require(account.pending(kind)).value
        return try await accounts.addresses.verify(kind, of: account, code: try await server.code(to: address), request)
    }
}

/// Returns the `AccountError` that the body throws; records an issue if it throws none.
func accountError<Value>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Value
) async -> AccountError? {
    do {
        _ = try await body()
        Issue.record("The operation succeeded.", sourceLocation: sourceLocation)
        return nil
    } catch let error as AccountError {
        return error
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
        return nil
    }
}
