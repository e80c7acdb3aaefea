import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct RevocationHandlerTests {
    @Test(arguments: [TokenTypeHint.refreshToken, .accessToken, TokenTypeHint(rawValue: "other"), nil])
    func endsSessionWhenRefreshTokenIsRevoked(_ hint: TokenTypeHint?) async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(method: .clientSecretBasic)
        let account = try await server.addAccount()
        let tokens = try await server.signIn(account, to: client)
        let session = try #require(try await server.store.sessions(of: account.id).first)
        try await revoke(tokens.refreshToken, by: client, server, hint: hint)
        #expect(try await server.store.session(session.id)?.endReason == .revoked)
        #expect(
            try await oauthError { try await server.refresh(tokens.refreshToken, by: client) }.code == .invalidGrant
        )
        #expect(
            try await server.identity.accessTokens.check(tokens.accessToken) == nil
        )
        #expect(try await server.auditKinds() == [.sessionStarted, .sessionEnded])
        try await revoke(tokens.refreshToken, by: client, server)
        #expect(try await server.auditKinds() == [.sessionStarted, .sessionEnded])
    }

    @Test func revokesAccessTokenOnly() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let tokens = try await server.signIn(try await server.addAccount(), to: client)
        try await revoke(tokens.accessToken, by: client, server)
        let validator = server.identity.accessTokens
        #expect(try await validator.check(tokens.accessToken) == nil)
        let next = try await server.refresh(tokens.refreshToken, by: client)
        #expect(try await validator.check(next.accessToken) != nil)
        try await revoke(tokens.accessToken, by: client, server)
        #expect(try await server.auditKinds() == [.sessionStarted, .tokenRevoked])
    }

    @Test func endsSessionWhenReplacedRefreshTokenIsRevoked() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let tokens = try await server.signIn(account, to: client)
        let second = try await server.refresh(tokens.refreshToken, by: client)
        _ = try await server.refresh(second.refreshToken, by: client)
        try await revoke(tokens.refreshToken, by: client, server)
        #expect(try await server.store.sessions(of: account.id) == [])
    }

    @Test func rejectsTokensOfAnotherClient() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let other = try await server.addClient("other")
        let tokens = try await server.signIn(try await server.addAccount(), to: client)
        for token in [tokens.refreshToken, tokens.accessToken] {
            #expect(try await oauthError { try await revoke(token, by: other, server) }.code == .unauthorizedClient)
        }
        #expect(
            try await server.identity.accessTokens.check(tokens.accessToken) != nil
        )
        _ = try await server.refresh(tokens.refreshToken, by: client)
    }

    @Test func respondsAlikeToUnknownTokens() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let tokens = try await server.signIn(try await server.addAccount(), to: client)
        let commits = server.store.commits
        for text in ["x", "rt.unknown.1.tag", "rt.x", "a.b.c", try #require(tokens.idToken).reveal()] {
            try await revoke(Secret(text), by: client, server)
        }
        #expect(server.store.commits == commits)
    }

    @Test func requiresClientAuthentication() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(method: .clientSecretBasic)
        let tokens = try await server.signIn(try await server.addAccount(), to: client)
        let request = RevocationRequest(
            token: try #require(tokens.refreshToken),
            client: ClientCredentials(clientID: "app")
        )
        let handler = server.identity.revocation
        let error = try await oauthError {
            try await handler.revoke(request.parameters, authorization: nil, context: server.context)
        }
        #expect(error.code == .invalidClient)
        _ = try await server.refresh(tokens.refreshToken, by: client)
    }

    private func revoke(
        _ token: Secret?,
        by client: Client,
        _ server: ServerHarness,
        hint: TokenTypeHint? = nil
    ) async throws(OAuthError) {
        let authentication = server.authentication(of: client)
        let request = RevocationRequest(
            token: token ?? Secret(""),
            tokenTypeHint: hint,
            client: authentication.form
        )
        _ = try await server.identity.revocation.revoke(
            request.parameters,
            authorization: authentication.fields[.authorization],
            context: server.context
        )
    }
}
