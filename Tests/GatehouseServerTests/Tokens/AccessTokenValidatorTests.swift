import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccessTokenValidatorTests {
    @Test func acceptsUserTokenAsItsAccount() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let tokens = try await server.signIn(account, to: client)
        let live = try #require(try await check(tokens.accessToken, server))
        guard case .user(account, let session) = live.bearer else {
            Issue.record("Unexpected bearer: \(live.bearer)")
            return
        }
        #expect(session.id.rawValue == live.claims.sessionID)
        #expect(live.client == client)
    }

    @Test func acceptsClientTokenUntilClientIsDeleted() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(method: .clientSecretBasic, grants: [.clientCredentials])
        let token = try await server.token(.clientCredentials(scope: nil), by: client).accessToken
        guard case .client = try #require(try await check(token, server)).bearer else {
            Issue.record("The bearer is not the client.")
            return
        }
        try await server.store.commit([.client(.delete(client.id))])
        #expect(try await check(token, server) == nil)
    }

    @Test func rejectsExpiredToken() async throws {
        let server = try ServerHarness()
        let tokens = try await server.signIn(try await server.addAccount(), to: try await server.addClient())
        server.clock.advance(by: 3_599)
        #expect(try await check(tokens.accessToken, server) != nil)
        server.clock.advance(by: 1)
        #expect(try await check(tokens.accessToken, server) == nil)
        #expect(
            try await server.identity.accessTokens.claims(of: tokens.accessToken)
                == nil
        )
    }

    @Test func acceptsTokenOfRotatedKeyUntilItExpires() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let old = try await server.signIn(account, to: client)
        server.clock.advance(by: 10)
        let rotated = try await server.identity.keyring.rotate()
        server.clock.advance(by: 3)
        let new = try await server.signIn(account, to: client)
        let header = try await server.read(new.accessToken, as: JSONValue.self, kind: .accessToken).header
        #expect(header.keyID.map { rotated.contains($0) } == true)
        #expect(try await check(old.accessToken, server) != nil)
        server.clock.advance(by: 3_586)
        #expect(try await check(old.accessToken, server) != nil)
        _ = try await server.refresh(old.refreshToken, by: client)
        server.clock.advance(by: 1)
        #expect(try await check(old.accessToken, server) == nil)
        #expect(try await check(new.accessToken, server) != nil)
    }

    @Test func rejectsVerifiedTokenWhoseKeyIsDeleted() async throws {
        let server = try ServerHarness()
        let tokens = try await server.signIn(try await server.addAccount(), to: try await server.addClient())
        #expect(try await check(tokens.accessToken, server) != nil)
        try await server.store.commit(server.store.keys().map { .key(.delete($0.id)) })
        server.clock.advance(by: 3)
        #expect(try await check(tokens.accessToken, server) == nil)
    }

    @Test(arguments: [SessionEndReason.signedOut, .revoked, .codeReplayed, .refreshReplayed])
    func rejectsTokenAfterSessionEnds(_ reason: SessionEndReason) async throws {
        let server = try ServerHarness()
        let account = try await server.addAccount()
        let tokens = try await server.signIn(account, to: try await server.addClient())
        // Also a token whose signature the server remembers.
        #expect(try await check(tokens.accessToken, server) != nil)
        try await server.store.commit([.session(.endAll(account: account.id, reason: reason, at: server.now))])
        #expect(try await check(tokens.accessToken, server) == nil)
    }

    @Test func rejectsTokenOfDisabledAccount() async throws {
        let server = try ServerHarness()
        let account = try await server.addAccount()
        let tokens = try await server.signIn(account, to: try await server.addClient())
        try await server.disable(account)
        #expect(try await check(tokens.accessToken, server) == nil)
    }

    @Test func rejectsIDToken() async throws {
        let server = try ServerHarness()
        let tokens = try await server.signIn(try await server.addAccount(), to: try await server.addClient())
        #expect(try await check(try #require(tokens.idToken), server) == nil)
    }

    /// Tokens signed by the server's own key with one wrong claim, type or key.
    @Test(arguments: [
        "issuer", "audience", "subject", "session", "client", "kind", "key",
    ])
    func rejectsTokenWithOneWrongProperty(_ property: String) async throws {
        let server = try ServerHarness()
        let tokens = try await server.signIn(try await server.addAccount(), to: try await server.addClient())
        _ = try await server.addClient("other")
        var claims = try await server.read(tokens.accessToken, as: AccessTokenClaims.self, kind: .accessToken).claims
        var kind = JWTType.accessToken
        var key = try await server.identity.keyring.signingKey(.es256)
        #expect(try await check(key.sign(claims, as: kind), server) != nil)
        switch property {
        case "issuer": claims.issuer = "https://other.example.com"
        case "audience": claims.audience = ["https://api.example.com"]
        case "subject": claims.subject = "account-2"
        case "session": claims.sessionID = nil
        case "client": claims.clientID = "other"
        case "kind": kind = .idToken
        default: key = try SigningKey.generate(.es256)
        }
        #expect(try await check(key.sign(claims, as: kind), server) == nil)
    }

    private func check(_ token: Secret, _ server: ServerHarness) async throws(OAuthError) -> ActiveAccessToken? {
        try await server.identity.accessTokens.check(token)
    }
}
