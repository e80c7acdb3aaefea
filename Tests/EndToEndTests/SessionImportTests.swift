import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct SessionImportTests {
    @Test(arguments: Backend.allCases)
    func importsAccessTokenFromAnotherDevice(backend: Backend) async throws {
        let world = try await World(on: backend)
        // A bound token cannot be moved to another device.
        let first = world.device { $0.dpop = .off }
        let session = try await first.app.signIn(scopes: [.profile, .email])
        let token = try await session.accessToken()
        let second = world.device()
        let imported = try await second.app.importSession(accessToken: token.value)
        #expect(imported.account.id == session.account.id)
        #expect(!imported.isRefreshable)
        #expect(try await imported.user().email == "ada@example.com")
        #expect(second.requests(for: "/oauth2/token") == 0)
        try await second.app.importSession(accessToken: token.value)
        #expect(second.requests(for: "/oauth2/revoke") == 0)
        #expect(try await session.user().email == "ada@example.com")

        world.server.clock.advance(by: token.expiresAt.timeIntervalSince(world.server.clock.now) + 1)
        let error = try await failure { try await second.app.importSession(accessToken: token.value) }
        #expect((error.code, error.response?.error) == (.requestRejected, "invalid_token"))
        #expect(try await second.app.session()?.account.id == session.account.id)
        let refreshable = try await second.app.importSession(
            accessToken: token.value,
            refreshToken: first.copiedRefreshToken().reveal()
        )
        #expect(refreshable.isRefreshable)
        #expect(try await refreshable.user().email == "ada@example.com")
    }

    @Test func importsLoginWithAmazonTokenOnlyIntoItsApp() async throws {
        let world = try await World()
        let ada = ScriptedUser.ada
        func app(_ bundleID: String) async throws -> GatehouseClient {
            let key = try AmazonAPIKey(try await world.server.clients.addAmazon(bundleID: bundleID))
            var configuration = GatehouseClient.Configuration(amazon: AmazonServer(key: key))
            configuration.connect(to: world.server, user: ada)
            return GatehouseClient(configuration: configuration)
        }
        let (first, other) = (try await app("com.example.app"), try await app("com.example.other"))
        let session = try await first.signIn(scopes: [.profile])
        let token = try await session.accessToken().value
        let error = try await failure { try await other.importSession(accessToken: token) }
        #expect(error.code == .requestRejected)
        #expect(try await other.session() == nil)
        let imported = try await first.importSession(accessToken: token)
        #expect(imported.account.info == session.account.info)
        #expect(!imported.isRefreshable)
        #expect(try await imported.user().email == "ada@example.com")
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)

        let userIDAlone = try await first.signIn(scopes: [.amazonUserID], interaction: .always)
        let plain = try await first.importSession(accessToken: userIDAlone.accessToken().value)
        #expect(plain.account.id == session.account.id)
    }
}
