import Foundation
import Gatehouse
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Apps that call an API with tokens of its own (RFC 8707).
@Suite(.timeLimit(.minutes(2))) struct ResourceTokenTests {
    private static let api = "https://api.example.com"
    private static let scopes: ScopeSet = [.email, "orders:read"]

    private func world() async throws -> World {
        let world = try await World { $0.scopes = $0.scopes.union(["orders:read"]) }
        try await world.addAPI(Self.api, scope: "orders:read")
        return world
    }

    private func claims(of token: AccessToken, in world: World) async throws -> AccessTokenClaims {
        let verifier = try await world.server.identity.keyring.verifier()
        return try verifier.verify(Secret(token.value), as: AccessTokenClaims.self, kind: .accessToken).claims
    }

    /// Checks the tokens of a session: its own is for the server, the other for the API.
    private func checkTokens(of session: Gatehouse.Session, in world: World) async throws {
        let own = try await claims(of: session.accessToken(), in: world)
        #expect(own.audience.values == [own.issuer])
        #expect(own.scope.contains(.email) && !own.scope.contains("orders:read"))
        let token = try await session.accessToken(forResource: Self.api)
        #expect(token.scopes == ["orders:read"])
        let claims = try await claims(of: token, in: world)
        #expect(claims.audience.values == [Self.api])
        #expect(claims.scope == ["orders:read"])
        #expect(claims.sessionID == own.sessionID)
        // Userinfo requires a token for the server.
        #expect(try await session.user().email == "ada@example.com")
    }

    @Test func getsTokensForServerAndAPI() async throws {
        let world = try await world()
        let device = world.device()
        let session = try await device.app.signIn(
            scopes: Self.scopes,
            options: SignInOptions(resources: [Self.api])
        )
        try await checkTokens(of: session, in: world)
        world.server.clock.advance(by: 3_700)
        let relaunched = try #require(try await device.relaunched().session())
        try await checkTokens(of: relaunched, in: world)
        #expect(try await world.liveSessions() == 1)
    }

    @Test func getsTokensAfterSignInOnAnotherDevice() async throws {
        let world = try await world()
        let server = world.server
        let session = try await world.device().app.signInWithDeviceCode(
            scopes: Self.scopes,
            resources: [Self.api]
        ) { prompt in
            await #expect(throws: Never.self) {
                let phone = ScriptedBrowser(on: server, address: "198.51.100.99")
                await phone.open(prompt.verificationURI)
                try await phone.submit([PageInput.userCode.rawValue: prompt.userCode])
                try await ScriptedUser.ada.signIn(in: phone, on: server)
            }
        }
        try await checkTokens(of: session, in: world)
    }

    @Test func keepsSessionIfSignInHasNotNamedTheAPI() async throws {
        let world = try await world()
        let session = try await world.device().app.signIn(scopes: [.email])
        let error = try await failure { try await session.accessToken(forResource: Self.api) }
        #expect((error.code, error.response?.error) == (.requestRejected, "invalid_target"))
        #expect(try await session.user().email == "ada@example.com")
    }
}
