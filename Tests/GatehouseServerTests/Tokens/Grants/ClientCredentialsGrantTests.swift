import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ClientCredentialsGrantTests {
    private static let read = Scope(rawValue: "api.read")
    private static let write = Scope(rawValue: "api.write")

    private func client(
        of server: ServerHarness,
        method: ClientAuthenticationMethod = .clientSecretBasic
    ) async throws -> Client {
        try await server.addClient(
            method: method,
            grants: [.clientCredentials, .authorizationCode, .refreshToken],
            scopes: [.openid, .profile, .offlineAccess, Self.read, Self.write]
        )
    }

    @Test func issuesTokenOfClientItself() async throws {
        let server = try ServerHarness()
        let client = try await client(of: server)
        let tokens = try await server.token(.clientCredentials(scope: [Self.read]), by: client)
        #expect(tokens.refreshToken == nil)
        #expect(tokens.idToken == nil)
        #expect(tokens.expiresIn == 3_600)
        #expect(tokens.scope == [Self.read])
        let access = try await server.read(tokens.accessToken, as: AccessTokenClaims.self, kind: .accessToken)
        #expect(
            access.claims
                == AccessTokenClaims(
                    issuer: ServerHarness.issuer,
                    subject: "app",
                    audience: [ServerHarness.issuer],
                    expiresAt: UnixTime(seconds: 1_800_003_600),
                    issuedAt: UnixTime(seconds: 1_800_000_000),
                    tokenID: access.claims.tokenID,
                    clientID: "app",
                    scope: [Self.read]
                )
        )
    }

    @Test func grantsAllScopesWithoutUserByDefault() async throws {
        let server = try ServerHarness()
        let client = try await client(of: server, method: .clientSecretPost)
        let tokens = try await server.token(.clientCredentials(scope: nil), by: client)
        #expect(tokens.scope == [Self.read, Self.write])
    }

    @Test(arguments: [Scope.openid, .profile, .offlineAccess, Scope(rawValue: "api.delete")])
    func rejectsUserScopesAndUnknownScopes(_ scope: Scope) async throws {
        let server = try ServerHarness()
        let client = try await client(of: server)
        let error = try await oauthError {
            try await server.token(.clientCredentials(scope: [Self.read, scope]), by: client)
        }
        #expect(error.code == .invalidScope)
    }

    @Test func rejectsPublicClient() async throws {
        let server = try ServerHarness()
        let client = try await client(of: server, method: .none)
        let error = try await oauthError { try await server.token(.clientCredentials(scope: nil), by: client) }
        #expect(error.code == .unauthorizedClient)
    }

    @Test func writesNothing() async throws {
        let server = try ServerHarness()
        let client = try await client(of: server)
        _ = try await server.token(.clientCredentials(scope: nil), by: client)
        let commits = server.store.commits
        _ = try await server.token(.clientCredentials(scope: nil), by: client)
        #expect(server.store.commits == commits)
    }
}
