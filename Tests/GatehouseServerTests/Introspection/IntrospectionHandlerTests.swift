import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct IntrospectionHandlerTests {
    /// A server, a client with a session, and a resource server that asks about its tokens.
    private struct Asked: Sendable {
        let server: TestServer
        let client: Client
        let account: Account
        let tokens: TokenResponse
        let resourceServer: Client

        init() async throws {
            server = try TestServer()
            client = try await server.addClient(method: .clientSecretPost)
            account = try await server.addAccount()
            resourceServer = try await server.addClient("api", method: .clientSecretBasic, grants: [])
            tokens = try await server.signIn(account, to: client, scopes: [.openid, .email, .offlineAccess])
        }

        func introspect(_ token: Secret?, by client: Client) async throws(OAuthError) -> IntrospectionResponse {
            let authentication = server.authentication(of: client)
            let request = IntrospectionRequest(token: token ?? Secret(""), client: authentication.form)
            return try await IntrospectionHandler(core: server.core).introspect(
                request.parameters,
                authorization: authentication.fields[.authorization],
                context: server.context
            )
        }
    }

    @Test func aGoodAccessTokenIsDescribedInFull() async throws {
        let it = try await Asked()
        let claims = try await it.server.read(
            it.tokens.accessToken,
            as: AccessTokenClaims.self,
            kind: .accessToken
        ).claims
        let answer = try await it.introspect(it.tokens.accessToken, by: it.client)
        let body = try JSONDecoder().decode([String: JSONValue].self, from: answer.body())
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

    @Test func anotherClientHearsWhatTheTokenSaysButNotThePersonsAddress() async throws {
        let it = try await Asked()
        let own = try #require(try await it.introspect(it.tokens.accessToken, by: it.client).token)
        let other = try #require(try await it.introspect(it.tokens.accessToken, by: it.resourceServer).token)
        #expect(own.username == "person@example.com")
        #expect(other.username == nil)
        var expected = own
        expected.username = nil
        #expect(other == expected)
    }

    @Test(arguments: [[], [.username], [.email], [.username, .email]] as [[IntrospectionMember]])
    func tellsResourceServerMembersItIsRegisteredFor(_ members: [IntrospectionMember]) async throws {
        let it = try await Asked()
        let server = try await it.server.addClient(
            "mail-server",
            method: .clientSecretBasic,
            grants: [],
            introspects: members
        )
        // The token's scope does not cover the address: the registration decides.
        let tokens = try await it.server.signIn(it.account, to: it.client, scopes: [.openid])
        let token = try #require(try await it.introspect(tokens.accessToken, by: server).token)
        #expect(token.username == (members.contains(.username) ? "person@example.com" : nil))
        #expect(token.email == (members.contains(.email) ? "person@example.com" : nil))
        #expect(try await it.introspect(tokens.accessToken, by: it.resourceServer).token?.username == nil)
        #expect(try await it.introspect(it.tokens.refreshToken, by: server) == .inactive)
    }

    @Test func tellsResourceServerProvenNamesOnly() async throws {
        let it = try await Asked()
        let server = try await it.server.addClient(
            "mail-server",
            method: .clientSecretBasic,
            grants: [],
            introspects: [.username, .email]
        )
        var account = it.account
        account.identifiers = [
            AccountIdentifier(kind: .email, value: "unproven@example.com", verifiedAt: nil),
            AccountIdentifier(kind: .username, value: "ada", spelling: "Ada", verifiedAt: nil),
        ]
        account.revision += 1
        try await it.server.store.commit([.account(.update(account))])
        let token = try #require(try await it.introspect(it.tokens.accessToken, by: server).token)
        #expect(token.username == "ada")
        #expect(token.email == nil)
    }

    @Test func aRefreshTokenIsDescribedToItsOwnClientAlone() async throws {
        let it = try await Asked()
        let own = try #require(try await it.introspect(it.tokens.refreshToken, by: it.client).token)
        #expect(own.subject == "account-1")
        #expect(own.clientID == "app")
        #expect(own.tokenType == nil)
        #expect(own.expiresAt == UnixTime(it.server.now.addingTimeInterval(60 * 24 * 60 * 60)))
        #expect(try await it.introspect(it.tokens.refreshToken, by: it.resourceServer) == .inactive)
    }

    @Test func aReplacedRefreshTokenIsInactiveAndNotYetAReplay() async throws {
        let it = try await Asked()
        let second = try await it.server.refresh(it.tokens.refreshToken, by: it.client)
        let third = try await it.server.refresh(second.refreshToken, by: it.client)
        #expect(try await it.introspect(it.tokens.refreshToken, by: it.client) == .inactive)
        #expect(try await it.introspect(second.refreshToken, by: it.client).token != nil)
        it.server.clock.advance(by: 30)
        #expect(try await it.introspect(second.refreshToken, by: it.client) == .inactive)
        #expect(try await it.introspect(third.refreshToken, by: it.client).token != nil)
    }

    @Test func nothingIsSaidOfATokenThatIsNotGood() async throws {
        let it = try await Asked()
        let body = try await it.introspect(Secret("x"), by: it.resourceServer).body()
        #expect(String(decoding: body, as: UTF8.self) == #"{"active":false}"#)
        #expect(try await it.introspect(it.tokens.idToken, by: it.resourceServer) == .inactive)
        try await it.server.disable(it.account)
        #expect(try await it.introspect(it.tokens.accessToken, by: it.resourceServer) == .inactive)
        #expect(try await it.introspect(it.tokens.refreshToken, by: it.client) == .inactive)
    }

    @Test func anExpiredOrEndedTokenIsInactive() async throws {
        let it = try await Asked()
        it.server.clock.advance(by: 3_600)
        #expect(try await it.introspect(it.tokens.accessToken, by: it.resourceServer) == .inactive)
        #expect(try await it.introspect(it.tokens.refreshToken, by: it.client).token != nil)
        let end = Change.session(.endAll(account: it.account.id, reason: .signedOut, at: it.server.now))
        try await it.server.store.commit([end])
        #expect(try await it.introspect(it.tokens.refreshToken, by: it.client) == .inactive)
    }

    @Test func aPublicClientMayNotAsk() async throws {
        let it = try await Asked()
        let app = try await it.server.addClient("public")
        let error = try await refusal { try await it.introspect(it.tokens.accessToken, by: app) }
        #expect(error.code == .invalidClient)
        #expect(error.status == .unauthorized)
    }
}
