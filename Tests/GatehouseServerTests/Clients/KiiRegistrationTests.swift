import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct KiiRegistrationTests {
    private func registration(_ kii: KiiRegistration = KiiRegistration()) -> ClientRegistration {
        ClientRegistration(id: "app", name: "Example App", kind: .public, grantTypes: [.password], kii: kii)
    }

    private func refusal(_ registration: ClientRegistration) async throws -> OAuthError {
        let server = try TestServer()
        return try await GatehouseServerTests.refusal {
            try await ClientRegistrar(core: server.core).register(registration, context: server.context)
        }
    }

    @Test func itsSecretsAreShownOnceAndKeptAsHashes() async throws {
        let server = try TestServer()
        let information = try await ClientRegistrar(core: server.core).register(
            registration(KiiRegistration(hasAdministrator: true)),
            context: server.context
        )
        let key = try #require(information.kiiAppKey)
        let secret = try #require(information.kiiAdminSecret)
        #expect(key != secret)
        #expect(information.clientSecret == nil)
        let client = try #require(try await server.store.client("app"))
        #expect(client.kii?.keyHash == OpaqueToken.hash(of: key.reveal()))
        #expect(client.kii?.adminSecretHash == OpaqueToken.hash(of: secret.reveal()))
        #expect(client.kii?.tokenLifetime == TimeInterval(365 * 24 * 60 * 60))
        #expect(client.scopes == [.openid, .profile, .email, .phone, .address, .account])
        #expect(client.skipsConsent)
    }

    @Test func withRefreshTokensAnAccessTokenLivesForAnHour() async throws {
        let server = try TestServer()
        var registration = registration()
        registration.grantTypes.append(.refreshToken)
        let registrar = ClientRegistrar(core: server.core)
        let information = try await registrar.register(registration, context: server.context)
        #expect(information.kiiAdminSecret == nil)
        let client = try #require(try await server.store.client("app"))
        #expect(client.kii?.tokenLifetime == TimeInterval(60 * 60))
        #expect(client.scopes.contains(.offlineAccess))
    }

    @Test func whatWouldBeNoSuchAppIsRefused() async throws {
        var confidential = registration()
        confidential.kind = .confidential
        var withoutPassword = registration()
        withoutPassword.grantTypes = [.refreshToken]
        var withoutKii = registration()
        withoutKii.kii = nil
        var manager = registration()
        manager.scopes = [.openid, .manageAccounts]
        for wrong in [
            confidential, withoutPassword, withoutKii, manager, registration(KiiRegistration(tokenLifetime: 1)),
            registration(KiiRegistration(tokenLifetime: .infinity)),
        ] {
            #expect(try await refusal(wrong).code == .invalidClientMetadata)
        }
    }

    @Test func aNewSecretOfTheAdministratorTakesThePlaceOfTheOld() async throws {
        let server = try TestServer()
        let registrar = ClientRegistrar(core: server.core)
        let first = try await registrar.register(
            registration(KiiRegistration(hasAdministrator: true)),
            context: server.context
        )
        let secret = OpaqueToken(random: server.core.environment.random)
        func update(_ update: KiiUpdate) async throws -> Client? {
            try await registrar.update("app", context: server.context) { client in
                client.apply(update, adminSecretHash: secret.hash)
            }
        }
        let refused = await #expect(throws: OAuthError.self) { try await update(KiiUpdate(accepts: ["other"])) }
        #expect(refused?.description.contains("There is no client other") == true)
        try await server.core.store.commit([.client(.insert(.app("other", createdAt: server.clock.now)))])
        _ = try await update(
            KiiUpdate(
                tokenLifetime: 3_600,
                accepts: ["other"],
                revealsAccounts: true,
                hasAdministrator: true,
                hasRefreshTokens: true
            )
        )
        let client = try #require(try await server.store.client("app"))
        #expect(
            client.kii
                == KiiApplication(
                    keyHash: OpaqueToken.hash(of: try #require(first.kiiAppKey).reveal()),
                    adminSecretHash: secret.hash,
                    tokenLifetime: 3_600,
                    accepts: ["other"],
                    revealsAccounts: true
                )
        )
        #expect(client.grantTypes == [.password, .refreshToken])
        #expect(client.scopes.contains(.offlineAccess))

        _ = try await update(KiiUpdate(hasAdministrator: false, hasRefreshTokens: false))
        let changed = try #require(try await server.store.client("app"))
        #expect(changed.kii?.adminSecretHash == nil)
        #expect(changed.kii?.tokenLifetime == 3_600)
        #expect(changed.grantTypes == [.password])
        #expect(!changed.scopes.contains(.offlineAccess))
    }
}
