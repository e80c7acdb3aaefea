import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct KiiApplicationGrantTests {
    @Test func grantsAccountManagementToAdministratorSecretOnly() async throws {
        let app = try await KiiApp.standalone()
        let admin = try await app.authenticate(KiiApp.adminSecret)
        #expect(admin.user == nil)
        #expect(admin.response.refreshToken == nil)
        #expect(admin.response.expiresIn == 3_600)
        let live = try #require(try await app.check(admin.response.accessToken))
        #expect(live.claims.scope == [.manageAccounts])
        guard case .client = live.bearer else { throw AccountError.failed }
        let anonymous = try await app.authenticate(KiiApp.key)
        #expect(try await app.check(anonymous.response.accessToken)?.claims.scope == [])
    }

    @Test(arguments: ["", "wrong", OpaqueToken.hash(of: "secret of the administrator")])
    func rejectsOtherSecrets(_ secret: String) async throws {
        let app = try await KiiApp.standalone()
        let error = await #expect(throws: OAuthError.self) { try await app.authenticate(Secret(secret)) }
        #expect(error?.code == .invalidGrant)
    }

    @Test func rejectsAdministratorTokenAfterAdministratorIsRemoved() async throws {
        let app = try await KiiApp.standalone()
        let token = try await app.authenticate(KiiApp.adminSecret).response.accessToken
        var client = app.client
        client.passwordApp?.adminSecretHash = nil
        try await app.server.store.commit([.client(.update(client))])
        #expect(try await app.check(token) == nil)
    }

    @Test func revokesAdministratorTokensWhenSecretChanges() async throws {
        let app = try await KiiApp.standalone()
        let token = try await app.authenticate(KiiApp.adminSecret).response.accessToken
        let anonymous = try await app.authenticate(KiiApp.key).response.accessToken
        let secret = Secret("another secret of the administrator")
        _ = try await app.server.identity.registrar.update(
            "app",
            context: app.request.context
        ) { client in
            client.apply(
                PasswordAppUpdate(hasAdministrator: true),
                adminSecretHash: OpaqueToken.hash(of: "another secret of the administrator")
            )
        }
        #expect(try await app.check(token) == nil)
        #expect(try await app.check(anonymous) != nil)
        let client = try #require(try await app.server.store.client("app"))
        let next = try await app.registered(as: client).authenticate(secret)
        #expect(try await app.check(next.response.accessToken)?.claims.scope == [.manageAccounts])
        #expect(try await app.check(token) == nil)
    }

    @Test func shortensLifetimeOnRequest() async throws {
        let app = try await KiiApp.standalone()
        let expiry = app.server.clock.now.addingTimeInterval(60)
        #expect(try await app.authenticate(KiiApp.adminSecret, expiresAt: expiry).response.expiresIn == 60)
        let late = app.server.clock.now.addingTimeInterval(1e9)
        #expect(try await app.authenticate(KiiApp.adminSecret, expiresAt: late).response.expiresIn == 3_600)
        let error = await #expect(throws: OAuthError.self) {
            try await app.authenticate(KiiApp.adminSecret, expiresAt: app.server.clock.now)
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test func rejectsClientsWithoutKiiSettings() async throws {
        let app = try await KiiApp.standalone { $0.passwordApp = nil }
        let error = await #expect(throws: OAuthError.self) { try await app.authenticate(KiiApp.key) }
        #expect(error?.code == .unauthorizedClient)
    }
}
