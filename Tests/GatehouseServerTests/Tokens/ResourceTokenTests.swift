import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Access tokens for resources, from every grant (RFC 8707 §2, RFC 9068).
@Suite struct ResourceTokenTests {
    private static let orders: Resource.ID = "https://orders.example.com"
    private static let billing: Resource.ID = "https://billing.example.com"

    private let server: ServerHarness
    private let client: Client
    private let account: Account

    init() async throws {
        server = try ServerHarness()
        client = try await server.addClient(
            method: .clientSecretPost,
            grants: [.authorizationCode, .refreshToken, .clientCredentials, .deviceCode],
            scopes: [.openid, .email, .offlineAccess, "orders:read", "orders:write", "billing:read", "notes"]
        )
        account = try await server.addAccount()
        try await server.addResource(Self.orders, scopes: ["orders:read", "orders:write"]) { $0.tokenLifetime = 600 }
        try await server.addResource(Self.billing, scopes: ["billing:read"])
    }

    private func code(
        _ scopes: ScopeSet = [.openid, .offlineAccess, "orders:read", "billing:read", "notes"],
        resources: [Resource.ID] = [Self.orders, Self.billing]
    ) async throws -> Secret {
        try await server.addCode(client, account, request: .init(scopes: scopes, resources: resources))
    }

    private func redeem(_ code: Secret, _ resources: [String] = []) async throws -> TokenResponse {
        let grant = TokenGrant.authorizationCode(code, redirectURI: ServerHarness.redirectURI, codeVerifier: nil)
        return try await server.token(grant, by: client, resources: resources)
    }

    private func claims(_ tokens: TokenResponse) async throws -> AccessTokenClaims {
        try await server.read(tokens.accessToken, as: AccessTokenClaims.self, kind: .accessToken).claims
    }

    @Test func issuesTokenForFirstAuthorizedResource() async throws {
        let tokens = try await redeem(try await code())
        let claims = try await claims(tokens)
        #expect(claims.audience == [Self.orders.rawValue])
        #expect(claims.scope == ["orders:read"])
        #expect(claims.expiresAt.seconds - claims.issuedAt.seconds == 600)
        #expect(tokens.expiresIn == 600)
        #expect(tokens.scope == ["orders:read"])
        // The ID token and the refresh token belong to the authorization as a whole.
        #expect(tokens.idToken != nil)
        #expect(tokens.refreshToken != nil)
    }

    @Test func issuesTokenForNamedResourceOrIssuer() async throws {
        let billing = try await claims(try await redeem(try await code(), [Self.billing.rawValue]))
        #expect(billing.audience == [Self.billing.rawValue])
        #expect(billing.scope == ["billing:read"])
        let issuer = try await claims(try await redeem(try await code(), [ServerHarness.issuer]))
        #expect(issuer.audience == [ServerHarness.issuer])
        #expect(issuer.scope == [.openid, .offlineAccess, "notes"])
    }

    @Test func refreshesForEachAuthorizedResource() async throws {
        var token = try #require(try await redeem(try await code()).refreshToken)
        for resource in [Self.billing.rawValue, ServerHarness.issuer, Self.orders.rawValue] {
            let tokens = try await server.token(
                .refreshToken(token, scope: nil),
                by: client,
                resources: [resource]
            )
            #expect(try await claims(tokens).audience == [resource])
            token = try #require(tokens.refreshToken)
        }
    }

    @Test func narrowsScopesAtRefresh() async throws {
        let token = try #require(
            try await redeem(
                try await code([.openid, .offlineAccess, "orders:read", "orders:write"], resources: [Self.orders])
            ).refreshToken
        )
        let tokens = try await server.refresh(token, by: client, scope: ["orders:write"])
        #expect(try await claims(tokens).scope == ["orders:write"])
        #expect(tokens.idToken == nil)
    }

    @Test func ignoresScopesOfOtherResourcesAtRefresh() async throws {
        let scopes: ScopeSet = [.openid, .offlineAccess, "orders:read"]
        let token = try #require(try await redeem(try await code(scopes, resources: [Self.orders])).refreshToken)
        let tokens = try await server.refresh(token, by: client, scope: scopes.union(["billing:read"]))
        #expect(try await claims(tokens).scope == ["orders:read"])
        let next = try #require(tokens.refreshToken)
        let error = try await oauthError { try await server.refresh(next, by: client, scope: ["billing:read"]) }
        #expect(error.code == .invalidScope)
    }

    /// RFC 8707 §2.2: the resource must be among those that were authorized.
    @Test func rejectsResourceThatWasNotAuthorized() async throws {
        let code = try await code(resources: [Self.orders])
        for resources in [[Self.billing.rawValue], [Self.orders.rawValue, Self.orders.rawValue]] {
            #expect(try await oauthError { try await redeem(code, resources) }.code == .invalidTarget)
        }
        // The code is not consumed.
        let token = try #require(try await redeem(code).refreshToken)
        let error = try await oauthError {
            try await server.token(.refreshToken(token, scope: nil), by: client, resources: [Self.billing.rawValue])
        }
        #expect(error.code == .invalidTarget)
    }

    @Test func rejectsRefreshForDeletedResource() async throws {
        let token = try #require(try await redeem(try await code(resources: [Self.orders])).refreshToken)
        try await server.store.commit([.resource(.delete(Self.orders))])
        #expect(try await oauthError { try await server.refresh(token, by: client) }.code == .invalidTarget)
        let tokens = try await server.token(
            .refreshToken(token, scope: nil),
            by: client,
            resources: [ServerHarness.issuer]
        )
        #expect(try await claims(tokens).audience == [ServerHarness.issuer])
    }

    /// RFC 9449 §5: the resource accepts no bearer tokens.
    @Test func rejectsBearerTokensForResourceThatRequiresDPoP() async throws {
        try await server.addResource("urn:example:bound") { $0.requiresDPoP = true }
        let code = try await code([.openid], resources: ["urn:example:bound"])
        #expect(try await oauthError { try await redeem(code) }.code == .invalidDPoPProof)
        _ = try await redeem(code, [ServerHarness.issuer])
    }

    @Test func issuesClientTokensForResource() async throws {
        let implied = try await server.token(.clientCredentials(scope: ["orders:read"]), by: client)
        #expect(try await claims(implied).audience == [Self.orders.rawValue])
        #expect(try await claims(implied).subject == client.id.rawValue)
        let all = try await server.token(
            .clientCredentials(scope: nil),
            by: client,
            resources: [Self.orders.rawValue]
        )
        #expect(try await claims(all).scope == ["orders:read", "orders:write"])
        #expect(all.expiresIn == 600)
        let own = try await server.token(.clientCredentials(scope: ["notes"]), by: client)
        #expect(try await claims(own).audience == [ServerHarness.issuer])
    }

    @Test func rejectsAmbiguousAndEmptyClientTokens() async throws {
        let ambiguous = try await oauthError { try await server.token(.clientCredentials(scope: nil), by: client) }
        #expect(ambiguous.code == .invalidTarget)
        let empty = try await oauthError {
            try await server.token(
                .clientCredentials(scope: ["billing:read"]),
                by: client,
                resources: [Self.orders.rawValue]
            )
        }
        #expect(empty.code == .invalidScope)
    }

    /// RFC 8707 §2: a client gets no token for an API that it is not registered for.
    @Test func rejectsClientTokensForOtherResources() async throws {
        try await server.addResource("https://other.example.com", scopes: ["other:read"])
        for resource in ["https://other.example.com", "https://unknown.example.com"] {
            let error = try await oauthError {
                try await server.token(.clientCredentials(scope: nil), by: client, resources: [resource])
            }
            #expect(error.code == .invalidTarget)
        }
        let narrowed = try await server.token(
            .clientCredentials(scope: ["orders:read", "billing:read"]),
            by: client,
            resources: [Self.orders.rawValue]
        )
        #expect(try await claims(narrowed).scope == ["orders:read"])
    }

    @Test func issuesTokensForDevice() async throws {
        let authentication = server.authentication(of: client)
        let response = try await server.identity.deviceAuthorization.authorizeDevice(
            DeviceAuthorizationRequest(
                scope: [.openid, "orders:read", "billing:read"],
                client: authentication.form,
                resources: [Self.orders.rawValue]
            ).parameters,
            authorization: authentication.fields[.authorization],
            context: server.context
        )
        let userCode = response.userCode.filter { $0 != "-" }
        let device = try #require(try await server.store.device(userCode: userCode))
        #expect(device.resources == [Self.orders])
        #expect(device.scopes == [.openid, "orders:read"])
        let session = try await server.addBrowserSession(account)
        let decision = DeviceAuthorization.Decision.approved(
            account: account.id,
            browserSession: session.id,
            scopes: device.scopes,
            authentication: session.authentication
        )
        try await server.store.commit([.device(.decide(device.id, decision))])
        let tokens = try await server.token(.deviceCode(response.deviceCode), by: client)
        #expect(try await claims(tokens).audience == [Self.orders.rawValue])
        let stored = try #require(try await server.store.sessions(of: account.id).first)
        #expect(stored.resources == [Self.orders])
    }

    @Test func endsSessionWithoutRefreshTokenWithItsToken() async throws {
        try await server.store.commit([.resource(.delete(Self.billing))])
        try await server.addResource(Self.billing, scopes: ["billing:read"]) { $0.tokenLifetime = 24 * 60 * 60 }
        let tokens = try await redeem(try await code(["billing:read"], resources: [Self.billing]))
        #expect(tokens.expiresIn == 24 * 60 * 60)
        let session = try #require(try await server.store.sessions(of: account.id).first)
        #expect(session.expiresAt == server.now.addingTimeInterval(24 * 60 * 60))
    }

    @Test(arguments: [SigningAlgorithm.rs256, .edDSA])
    func signsWithAlgorithmOfResource(_ algorithm: SigningAlgorithm) async throws {
        try await server.addResource("urn:example:signed") { $0.algorithm = algorithm }
        let tokens = try await redeem(try await code([.openid], resources: ["urn:example:signed"]))
        let verified = try await server.identity.keyring.verifier().verify(
            tokens.accessToken,
            as: AccessTokenClaims.self,
            kind: .accessToken,
            algorithms: [algorithm]
        )
        #expect(verified.claims.audience == ["urn:example:signed"])
    }

    @Test func publishesKeysForLifetimeOfResourceTokens() async throws {
        try await server.addResource("urn:example:long") { $0.tokenLifetime = 24 * 60 * 60 }
        let tokens = try await redeem(try await code([.openid, .offlineAccess], resources: ["urn:example:long"]))
        _ = try await server.identity.keyring.rotate()
        server.clock.advance(by: 24 * 60 * 60 - 1)
        #expect(try await claims(tokens).audience == ["urn:example:long"])
    }
}

/// Tokens for a resource grant nothing on this server (RFC 9068 §4).
@Suite struct ResourceTokenRefusalTests {
    private static let orders: Resource.ID = "https://orders.example.com"

    private let server: ServerHarness
    private let client: Client

    init() async throws {
        server = try ServerHarness()
        client = try await server.addClient(
            method: .clientSecretPost,
            scopes: [.openid, .email, .account, .offlineAccess, "orders:read"]
        )
        _ = try await server.addAccount()
    }

    private func token(_ format: Resource.TokenFormat) async throws -> TokenResponse {
        try await server.addResource(Self.orders, scopes: ["orders:read"]) { $0.tokenFormat = format }
        let account = try #require(try await server.store.account("account-1"))
        let code = try await server.addCode(
            client,
            account,
            request: .init(scopes: client.scopes, resources: [Self.orders])
        )
        return try await server.redeem(code, by: client)
    }

    @Test(arguments: Resource.TokenFormat.allCases)
    func rejectsTokensOfResources(_ format: Resource.TokenFormat) async throws {
        let token = try await token(format).accessToken
        #expect(try await server.identity.accessTokens.check(token) == nil)
        #expect(try await server.identity.accessTokens.claims(of: token) == nil)
        let claims = try await server.identity.accessTokens.claims(of: token, for: .any)
        #expect(claims?.audience == [Self.orders.rawValue])
        #expect(claims?.scope == ["orders:read"])
    }

    @Test(arguments: Resource.TokenFormat.allCases)
    func rejectsTokensOfResourcesAtUserInfo(_ format: Resource.TokenFormat) async throws {
        let token = try await token(format).accessToken
        let error = try await oauthError {
            try await server.identity.userInfo.userInfo(
                Parameters(),
                authorization: "Bearer \(token.reveal())"
            )
        }
        #expect(error.code == .invalidToken)
    }

    @Test(arguments: Resource.TokenFormat.allCases)
    func revokesTokensOfResources(_ format: Resource.TokenFormat) async throws {
        let token = try await token(format).accessToken
        let authentication = server.authentication(of: client)
        _ = try await server.identity.revocation.revoke(
            RevocationRequest(token: token, client: authentication.form).parameters,
            authorization: nil,
            context: server.context
        )
        #expect(try await server.identity.accessTokens.inspect(token, for: .any) == nil)
    }

    @Test func rejectsForgedAndExpiredOpaqueTokens() async throws {
        let token = try await token(.opaque).accessToken
        let text = token.reveal()
        #expect(text.hasPrefix("at."))
        #expect(!text.contains("account-1"))
        let parts = text.split(separator: ".").map(String.init)
        let forged = [
            String(text.dropLast()), "at.\(parts[1]).", "at..\(parts[2])", "at.other.\(parts[2])",
            "at.\(parts[1]).\(parts[2]).x", "at.\(parts[1]).AAAA", "at.", "at",
        ]
        for text in forged {
            #expect(try await server.identity.accessTokens.claims(of: Secret(text), for: .any) == nil)
        }
        server.clock.advance(by: 3_600)
        #expect(try await server.identity.accessTokens.claims(of: token, for: .any) == nil)
    }

    @Test func endsOpaqueTokensWithTheirSession() async throws {
        let token = try await token(.opaque).accessToken
        #expect(try await server.identity.accessTokens.inspect(token, for: .any) != nil)
        let session = try #require(try await server.store.sessions(of: "account-1").first)
        try await server.store.commit([.session(.end(session.id, reason: .signedOut, at: server.now))])
        #expect(try await server.identity.accessTokens.inspect(token, for: .any) == nil)
    }
}

/// Introspection of tokens for resources (RFC 7662 §2.2, §4).
@Suite struct ResourceIntrospectionTests {
    private static let orders: Resource.ID = "https://orders.example.com"

    private let server: ServerHarness
    private let client: Client
    private let tokens: TokenResponse

    init() async throws {
        server = try ServerHarness()
        client = try await server.addClient(
            method: .clientSecretPost,
            scopes: [.openid, .offlineAccess, "orders:read"]
        )
        _ = try await server.addClient("api", method: .clientSecretBasic, grants: [])
        try await server.addResource(Self.orders, scopes: ["orders:read"]) {
            $0.tokenFormat = .opaque
            $0.introspectors = ["api"]
            $0.introspects = [.username]
        }
        let code = try await server.addCode(
            client,
            try await server.addAccount(),
            request: .init(scopes: client.scopes, resources: [Self.orders])
        )
        tokens = try await server.redeem(code, by: client)
    }

    private func introspect(_ token: Secret, by client: Client) async throws -> IntrospectionResponse {
        let authentication = server.authentication(of: client)
        return try await server.identity.introspection.introspect(
            IntrospectionRequest(token: token, client: authentication.form).parameters,
            authorization: authentication.fields[.authorization],
            context: server.context
        )
    }

    @Test func describesTokenToIntrospectorOfResource() async throws {
        let api = try #require(try await server.store.client("api"))
        let token = try #require(try await introspect(tokens.accessToken, by: api).token)
        #expect(token.audience == [Self.orders.rawValue])
        #expect(token.scope == ["orders:read"])
        #expect(token.username == "person@example.com")
        #expect(token.email == nil)
    }

    @Test func describesTokenToOwnClientWithoutMembersOfResource() async throws {
        let token = try #require(try await introspect(tokens.accessToken, by: client).token)
        #expect(token.username == nil)
        #expect(token.clientID == client.id.rawValue)
    }

    @Test func hidesTokenFromOtherClients() async throws {
        let other = try await server.addClient("other", method: .clientSecretBasic, grants: []) {
            $0.introspects = [.username, .email]
        }
        #expect(try await introspect(tokens.accessToken, by: other) == .inactive)
    }

    @Test func endsTokensOfDeletedResource() async throws {
        try await server.store.commit([.resource(.delete(Self.orders))])
        let api = try #require(try await server.store.client("api"))
        #expect(try await introspect(tokens.accessToken, by: api) == .inactive)
        #expect(try await introspect(tokens.accessToken, by: client) == .inactive)
    }
}
