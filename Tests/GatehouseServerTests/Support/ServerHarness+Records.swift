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
        _ change: (inout Client) -> Void = { _ in }
    ) async throws -> Client {
        var client = Client(
            id: Client.ID(id),
            name: "Example App",
            secretHash: method == .none ? nil : OpaqueToken.hash(of: Self.clientSecret),
            tokenEndpointAuthMethod: method,
            redirectURIs: [Self.redirectURI],
            grantTypes: grants,
            scopes: scopes,
            requiresPKCE: false,
            idTokenAlgorithm: .es256,
            createdAt: now
        )
        change(&client)
        try await store.commit([.client(.insert(client))])
        return client
    }

    /// Registers a resource with scopes.
    @discardableResult
    func addResource(
        _ id: Resource.ID,
        scopes: ScopeSet = [],
        _ change: (inout Resource) -> Void = { _ in }
    ) async throws -> Resource {
        var resource = Resource(
            id: id,
            name: "Orders",
            scopes: scopes.map { ResourceScope($0) },
            createdAt: now
        )
        change(&resource)
        try await store.commit([.resource(.insert(resource))])
        return resource
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
            id: identity.environment.newID(),
            secretHash: OpaqueToken(random: identity.environment.random).hash,
            accountID: account.id,
            authentication: Authentication([PasswordVerifier.proven(at: now)], at: now),
            createdAt: now,
            expiresAt: now.addingTimeInterval(identity.settings.lifetimes.browserSession)
        )
        try await store.commit([.browserSession(.insert(session))])
        return session
    }

    /// The parameters of the authorization request that a code is issued for.
    struct CodeRequest {
        var redirectURI: String? = ServerHarness.redirectURI
        var scopes: ScopeSet = [.openid, .offlineAccess]
        var resources: [Resource.ID] = []
        var keyThumbprint: String?
        var nonce: String?
        var challenge: CodeChallenge?
        var claims: ClaimsRequest?
    }

    /// Issues an authorization code as the authorization endpoint does.
    func addCode(
        _ client: Client,
        _ account: Account,
        browserSession: BrowserSession? = nil,
        request: CodeRequest = CodeRequest()
    ) async throws -> Secret {
        let code = OpaqueToken(random: identity.environment.random)
        let record = AuthorizationCode(
            id: AuthorizationCode.ID(code.hash),
            clientID: client.id,
            accountID: account.id,
            browserSessionID: browserSession?.id,
            redirectURI: request.redirectURI,
            scopes: request.scopes,
            resources: request.resources,
            keyThumbprint: request.keyThumbprint,
            nonce: request.nonce,
            codeChallenge: request.challenge?.rawValue,
            codeChallengeMethod: request.challenge.map { _ in .s256 },
            authentication: Authentication([PasswordVerifier.proven(at: now)], at: now),
            claims: request.claims.map { .string($0.encoded) },
            expiresAt: now.addingTimeInterval(identity.settings.lifetimes.authorizationCode)
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
