import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct IntrospectionHandlerTests {
    /// A server, a client with a session, and a resource server that introspects its tokens.
    private struct Fixture: Sendable {
        let server: ServerHarness
        let client: Client
        let account: Account
        let tokens: TokenResponse
        let resourceServer: Client

        init() async throws {
            server = try ServerHarness()
            client = try await server.addClient(method: .clientSecretPost)
            account = try await server.addAccount()
            resourceServer = try await server.addClient("api", method: .clientSecretBasic, grants: [])
            tokens = try await server.signIn(account, to: client, scopes: [.openid, .email, .offlineAccess])
        }

        func introspect(_ token: Secret?, by client: Client) async throws(OAuthError) -> IntrospectionResponse {
            let authentication = server.authentication(of: client)
            let request = IntrospectionRequest(token: token ?? Secret(""), client: authentication.form)
            return try await server.identity.introspection.introspect(
                request.parameters,
                authorization: authentication.fields[.authorization],
                context: server.context
            )
        }
    }

    @Test func describesValidAccessToken() async throws {
        let fixture = try await Fixture()
        let claims = try await fixture.server.read(
            fixture.tokens.accessToken,
            as: AccessTokenClaims.self,
            kind: .accessToken
        ).claims
        let response = try await fixture.introspect(fixture.tokens.accessToken, by: fixture.client)
        let body = try JSONDecoder().decode([String: JSONValue].self, from: response.body())
        #expect(
            body == [
                "active": true,
                "scope": "openid email offline_access",
                "client_id": "app",
                "username": "person@example.com",
                "token_type": "Bearer",
                "exp": 1_800_003_600,
                "iat": 1_800_000_000,
                "nbf": 1_800_000_000,
                "sub": "account-1",
                "aud": "https://id.example.com",
                "iss": "https://id.example.com",
                "jti": .string(claims.tokenID),
                "sid": .string(try #require(claims.sessionID)),
                "auth_time": 1_800_000_000,
                "acr": "urn:gatehouse:acr:1",
            ]
        )
    }

    @Test func hidesUsernameFromOtherClients() async throws {
        let fixture = try await Fixture()
        let owner = try #require(try await fixture.introspect(fixture.tokens.accessToken, by: fixture.client).token)
        let other = try #require(
            try await fixture.introspect(fixture.tokens.accessToken, by: fixture.resourceServer).token
        )
        #expect(owner.username == "person@example.com")
        #expect(other.username == nil)
        var expected = owner
        expected.username = nil
        #expect(other == expected)
    }

    /// RFC 7662 §4: anyone could become a client to probe tokens, also with a copy of a software statement.
    @Test(arguments: [nil, "https://software.example.com"])
    func describesOnlyOwnTokensToClientWithoutOperator(statementIssuer: String?) async throws {
        let fixture = try await Fixture()
        let server = fixture.server
        let agent = try await server.addClient("agent", method: .clientSecretBasic) {
            $0.origin = ClientOrigin(
                kind: .registration,
                isVerified: statementIssuer != nil,
                statementIssuer: statementIssuer
            )
        }
        let partner = try await server.addClient("partner", method: .clientSecretBasic) {
            $0.origin = ClientOrigin(kind: .registration, isVerified: true)
        }
        #expect(try await fixture.introspect(fixture.tokens.accessToken, by: agent) == .inactive)
        #expect(try await fixture.introspect(fixture.tokens.accessToken, by: partner).token != nil)
        let own = try await server.signIn(fixture.account, to: agent)
        #expect(try await fixture.introspect(own.accessToken, by: agent).token != nil)
    }

    @Test(arguments: [[], [.username], [.email], [.username, .email]] as [[IntrospectionMember]])
    func returnsMembersThatResourceServerIsRegisteredFor(_ members: [IntrospectionMember]) async throws {
        let fixture = try await Fixture()
        let server = try await fixture.server.addClient("mail-server", method: .clientSecretBasic, grants: []) {
            $0.introspects = members
        }
        // The token's scope does not cover the address: the registration decides.
        let tokens = try await fixture.server.signIn(fixture.account, to: fixture.client, scopes: [.openid])
        let token = try #require(try await fixture.introspect(tokens.accessToken, by: server).token)
        #expect(token.username == (members.contains(.username) ? "person@example.com" : nil))
        #expect(token.email == (members.contains(.email) ? "person@example.com" : nil))
        #expect(try await fixture.introspect(tokens.accessToken, by: fixture.resourceServer).token?.username == nil)
        #expect(try await fixture.introspect(fixture.tokens.refreshToken, by: server) == .inactive)
    }

    @Test func returnsVerifiedIdentifiersOnly() async throws {
        let fixture = try await Fixture()
        let server = try await fixture.server.addClient("mail-server", method: .clientSecretBasic, grants: []) {
            $0.introspects = [.username, .email]
        }
        var account = fixture.account
        account.identifiers = [
            AccountIdentifier(kind: .email, value: "unverified@example.com", verifiedAt: nil),
            AccountIdentifier(kind: .username, value: "ada", spelling: "Ada", verifiedAt: nil),
        ]
        account.revision += 1
        try await fixture.server.store.commit([.account(.update(account))])
        let token = try #require(try await fixture.introspect(fixture.tokens.accessToken, by: server).token)
        #expect(token.username == "ada")
        #expect(token.email == nil)
    }

    @Test func describesRefreshTokenOnlyToItsClient() async throws {
        let fixture = try await Fixture()
        let response = try #require(try await fixture.introspect(fixture.tokens.refreshToken, by: fixture.client).token)
        #expect(response.subject == "account-1")
        #expect(response.clientID == "app")
        #expect(response.tokenType == nil)
        #expect(response.expiresAt == UnixTime(fixture.server.now.addingTimeInterval(60 * 24 * 60 * 60)))
        #expect(try await fixture.introspect(fixture.tokens.refreshToken, by: fixture.resourceServer) == .inactive)
    }

    @Test func reportsReplacedRefreshTokenAsInactiveWithoutReplay() async throws {
        let fixture = try await Fixture()
        let second = try await fixture.server.refresh(fixture.tokens.refreshToken, by: fixture.client)
        let third = try await fixture.server.refresh(second.refreshToken, by: fixture.client)
        #expect(try await fixture.introspect(fixture.tokens.refreshToken, by: fixture.client) == .inactive)
        #expect(try await fixture.introspect(second.refreshToken, by: fixture.client).token != nil)
        fixture.server.clock.advance(by: 30)
        #expect(try await fixture.introspect(second.refreshToken, by: fixture.client) == .inactive)
        #expect(try await fixture.introspect(third.refreshToken, by: fixture.client).token != nil)
    }

    @Test func disclosesNothingAboutInvalidTokens() async throws {
        let fixture = try await Fixture()
        let body = try await fixture.introspect(Secret("x"), by: fixture.resourceServer).body()
        #expect(String(decoding: body, as: UTF8.self) == #"{"active":false}"#)
        #expect(try await fixture.introspect(fixture.tokens.idToken, by: fixture.resourceServer) == .inactive)
        try await fixture.server.disable(fixture.account)
        #expect(try await fixture.introspect(fixture.tokens.accessToken, by: fixture.resourceServer) == .inactive)
        #expect(try await fixture.introspect(fixture.tokens.refreshToken, by: fixture.client) == .inactive)
    }

    @Test func reportsExpiredOrEndedTokenAsInactive() async throws {
        let fixture = try await Fixture()
        fixture.server.clock.advance(by: 3_600)
        #expect(try await fixture.introspect(fixture.tokens.accessToken, by: fixture.resourceServer) == .inactive)
        #expect(try await fixture.introspect(fixture.tokens.refreshToken, by: fixture.client).token != nil)
        let end = Change.session(.endAll(account: fixture.account.id, reason: .signedOut, at: fixture.server.now))
        try await fixture.server.store.commit([end])
        #expect(try await fixture.introspect(fixture.tokens.refreshToken, by: fixture.client) == .inactive)
    }

    @Test func rejectsPublicClient() async throws {
        let fixture = try await Fixture()
        let app = try await fixture.server.addClient("public")
        let error = try await oauthError { try await fixture.introspect(fixture.tokens.accessToken, by: app) }
        #expect(error.code == .invalidClient)
        #expect(error.status == .unauthorized)
    }
}
