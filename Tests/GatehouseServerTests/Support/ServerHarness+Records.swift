import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// Records as the server's endpoints would store them.
extension ServerHarness {
    static let clientSecret = "secret of the confidential client"
    static let redirectURI = "https://app.example.com/callback"

    /// Registers a public client, or a confidential one with ``clientSecret`` if `method` requires a secret.
    func addClient(
        _ id: String = "app",
        method: ClientAuthenticationMethod = .none,
        grants: [GrantType] = [.authorizationCode, .refreshToken, .deviceCode],
        scopes: ScopeSet = [.openid, .profile, .email, .phone, .address, .offlineAccess],
        requiresPKCE: Bool = false,
        algorithm: SigningAlgorithm = .es256,
        skipsConsent: Bool = false,
        attributes: [ClientAttribute] = [],
        refreshRecovery: RefreshRecovery = .immediate,
        introspects: [IntrospectionMember] = []
    ) async throws -> Client {
        let client = Client(
            id: Client.ID(id),
            name: "Example App",
            secretHash: method == .none ? nil : OpaqueToken.hash(of: Self.clientSecret),
            tokenEndpointAuthMethod: method,
            redirectURIs: [Self.redirectURI],
            grantTypes: grants,
            scopes: scopes,
            requiresPKCE: requiresPKCE,
            idTokenAlgorithm: algorithm,
            skipsConsent: skipsConsent,
            attributes: attributes,
            refreshRecovery: refreshRecovery,
            introspects: introspects,
            createdAt: now
        )
        try await store.commit([.client(.insert(client))])
        return client
    }

    func addAccount(_ id: String = "account-1", email: String = "person@example.com") async throws -> Account {
        let account = Account(
            id: Account.ID(id),
            identifiers: [AccountIdentifier(kind: .email, value: email, verifiedAt: now)],
            passwordHash: nil,
            attributes: ["given_name": "Given", "family_name": "Family"],
            createdAt: now,
            updatedAt: now
        )
        try await store.commit([.account(.insert(account))])
        return account
    }

    /// Adds a browser session of the account.
    func addBrowserSession(_ account: Account) async throws -> BrowserSession {
        let session = BrowserSession(
            id: core.newID(),
            secretHash: OpaqueToken(random: core.environment.random).hash,
            accountID: account.id,
            authentication: Authentication([PasswordVerifier.proven(at: now)], at: now),
            createdAt: now,
            expiresAt: now.addingTimeInterval(core.settings.lifetimes.browserSession)
        )
        try await store.commit([.browserSession(.insert(session))])
        return session
    }

    /// Issues an authorization code as the authorization endpoint does.
    func addCode(
        _ client: Client,
        _ account: Account,
        browserSession: BrowserSession? = nil,
        redirectURI: String? = ServerHarness.redirectURI,
        scopes: ScopeSet = [.openid, .offlineAccess],
        nonce: String? = nil,
        challenge: CodeChallenge? = nil,
        claims: ClaimsRequest? = nil
    ) async throws -> Secret {
        let code = OpaqueToken(random: core.environment.random)
        let record = AuthorizationCode(
            id: AuthorizationCode.ID(code.hash),
            clientID: client.id,
            accountID: account.id,
            browserSessionID: browserSession?.id,
            redirectURI: redirectURI,
            scopes: scopes,
            nonce: nonce,
            codeChallenge: challenge?.rawValue,
            codeChallengeMethod: challenge.map { _ in .s256 },
            authentication: Authentication([PasswordVerifier.proven(at: now)], at: now),
            claims: claims.map { .string($0.encoded) },
            expiresAt: now.addingTimeInterval(core.settings.lifetimes.authorizationCode)
        )
        try await store.commit([.code(.insert(record))])
        return code.secret
    }

    func record(of code: Secret) async throws -> AuthorizationCode? {
        try await store.code(AuthorizationCode.ID(OpaqueToken.hash(of: code.reveal())))
    }

    /// Disables the account.
    func disable(_ account: Account) async throws {
        var account = account
        account.disabledAt = now
        account.revision += 1
        try await store.commit([.account(.update(account))])
    }
}
