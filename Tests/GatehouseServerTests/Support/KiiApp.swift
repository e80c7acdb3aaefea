import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

/// An app of Kii at the engine, without HTTP.
struct KiiApp: Sendable {
    static let adminSecret = Secret("secret of the administrator")
    static let key = Secret("key of the app")

    let server: FullServer
    let client: Client
    let call: AccountCall

    var accounts: AccountEditor { server.server.accounts }

    /// A server with one such app, `app`.
    static func alone(
        limits: Limits = Limits(),
        store: any Store = MemoryStore(),
        sendsSMS: Bool = true,
        _ change: (inout Client) -> Void = { _ in }
    ) async throws -> KiiApp {
        let server = FullServer(store: store, limits: limits, sendsSMS: sendsSMS)
        return try await KiiApp(on: server, change)
    }

    init(
        on server: FullServer,
        id: Client.ID = "app",
        address: String = "198.51.100.7",
        _ change: (inout Client) -> Void = { _ in }
    ) async throws {
        var client = Client.app(id.rawValue, createdAt: server.clock.now)
        client.grantTypes = [.password]
        client.scopes = [.openid, .profile, .email, .phone, .account]
        client.skipsConsent = true
        client.kii = KiiApplication(
            keyHash: OpaqueToken.hash(of: Self.key.reveal()),
            adminSecretHash: OpaqueToken.hash(of: Self.adminSecret.reveal()),
            tokenLifetime: 90 * 24 * 60 * 60
        )
        change(&client)
        try await server.add(client)
        self.init(server, client, address: address)
    }

    private init(_ server: FullServer, _ client: Client, address: String) {
        self.server = server
        self.client = client
        let context = RequestContext(address: address, requestID: "request-1")
        call = AccountCall(client: client, language: .english, authority: .administrator, context: context)
    }

    /// The same app on a device elsewhere.
    func at(_ address: String) -> KiiApp { KiiApp(server, client, address: address) }

    /// The same app after its registration was changed.
    func registered(as client: Client) -> KiiApp { KiiApp(server, client, address: "198.51.100.7") }

    @discardableResult
    func register(
        _ username: String? = nil,
        email: String? = nil,
        phone: String? = nil,
        password: String? = "correct horse battery"
    ) async throws(AccountError) -> Account {
        try await accounts.register(
            NewAccount(username: username, email: email, phone: phone, password: password),
            call
        )
    }

    /// Signs in with a name of whichever kind.
    func signIn(
        _ name: String,
        _ password: String = "correct horse battery",
        expiresAt: Date? = nil
    ) async throws(OAuthError) -> GrantedTokens {
        try await redeem(
            PasswordGrant(core: server.core, name: SignInName(typed: name), password: password),
            .password,
            expiresAt: expiresAt
        )
    }

    func refresh(_ token: Secret?, expiresAt: Date? = nil) async throws(OAuthError) -> GrantedTokens {
        try await redeem(
            RefreshTokenGrant(core: server.core, token: token ?? Secret(""), scope: nil),
            .refreshToken,
            expiresAt: expiresAt
        )
    }

    /// A token for the app itself.
    func authenticate(_ secret: Secret, expiresAt: Date? = nil) async throws(OAuthError) -> GrantedTokens {
        try await redeem(ApplicationGrant(core: server.core, secret: secret), .password, expiresAt: expiresAt)
    }

    private func redeem(
        _ grant: any Grant,
        _ type: GrantType,
        expiresAt: Date?
    ) async throws(OAuthError) -> GrantedTokens {
        try await server.server.token.redeem(
            grant,
            registeredAs: type,
            of: client,
            dialect: .kii,
            expiresAt: expiresAt,
            context: call.context
        )
    }

    /// The token, if it is good now.
    func check(_ token: Secret) async throws(OAuthError) -> LiveAccessToken? {
        try await AccessTokenChecker(core: server.core).check(token)
    }

    /// Whose token it is, if it is good now.
    func person(of token: Secret) async throws -> Account.ID? {
        guard case .person(let account, _)? = try await check(token)?.bearer else { return nil }
        return account.id
    }

    /// The account as it is stored.
    func stored(_ account: Account) async throws -> Account? { try await server.core.store.account(account.id) }

    /// Proves the address with the code that was sent there.
    @discardableResult
    func prove(_ kind: AccountIdentifier.Kind, of account: Account) async throws -> Account {
        let address = try #require(account.pending(kind)).value
        return try await accounts.verify(kind, of: account, code: try await server.code(to: address), call)
    }
}

/// Expects something that is done to accounts to be refused, and says why it was.
func refused<Answer>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Answer
) async -> AccountError? {
    do {
        _ = try await body()
        Issue.record("It was done.", sourceLocation: sourceLocation)
        return nil
    } catch let error as AccountError {
        return error
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
        return nil
    }
}
