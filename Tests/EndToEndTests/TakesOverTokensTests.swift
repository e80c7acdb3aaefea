import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct TakesOverTokensTests {
    @Test(arguments: Backend.allCases)
    func tokensOfOneDeviceSignInOnAnother(backend: Backend) async throws {
        let world = try await World(on: backend)
        let first = world.device()
        let session = try await first.app.signIn(scopes: [.profile, .email])
        let token = try await session.accessToken()
        let second = world.device()
        let adopted = try await second.app.adopt(accessToken: token.value)
        #expect(adopted.account.id == session.account.id)
        #expect(!adopted.canRenew)
        #expect(try await adopted.user().email == "ada@example.com")
        #expect(second.requests(for: "/oauth2/token") == 0)
        try await second.app.adopt(accessToken: token.value)
        #expect(second.requests(for: "/oauth2/revoke") == 0)
        #expect(try await session.user().email == "ada@example.com")

        world.server.clock.advance(by: token.expiresAt.timeIntervalSince(world.server.clock.now) + 1)
        let over = try await failure { try await second.app.adopt(accessToken: token.value) }
        #expect((over.code, over.serverCode) == (.refused, "invalid_token"))
        #expect(try await second.app.session()?.account.id == session.account.id)
        let whole = try await second.app.adopt(
            accessToken: token.value,
            refreshToken: first.copiedRefreshToken().reveal()
        )
        #expect(whole.canRenew)
        #expect(try await whole.user().email == "ada@example.com")
    }

    @Test func aTokenOfLoginWithAmazonIsTakenOverByItsOwnAppAlone() async throws {
        let world = try await World()
        let person = ScriptedPerson.ada
        func app(_ bundleID: String) async throws -> GatehouseClient {
            let key = try AmazonAPIKey(try await world.server.addAmazonApp(bundleID: bundleID))
            var configuration = GatehouseClient.Configuration(amazon: AmazonServer(key: key))
            world.server.prepare(&configuration, person: person)
            return GatehouseClient(configuration)
        }
        let (first, other) = (try await app("com.example.app"), try await app("com.example.other"))
        let session = try await first.signIn(scopes: [.profile])
        let token = try await session.accessToken().value
        let error = try await failure { try await other.adopt(accessToken: token) }
        #expect(error.code == .refused)
        #expect(try await other.session() == nil)
        let adopted = try await first.adopt(accessToken: token)
        #expect(adopted.account == session.account)
        #expect(!adopted.canRenew)
        #expect(try await adopted.user().email == "ada@example.com")
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)

        let userIDAlone = try await first.signIn(scopes: [.amazonUserID], interaction: .always)
        let plain = try await first.adopt(accessToken: userIDAlone.accessToken().value)
        #expect(plain.account.id == session.account.id)
    }
}
