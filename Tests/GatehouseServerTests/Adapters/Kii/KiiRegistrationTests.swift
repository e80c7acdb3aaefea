import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct KiiRegistrationTests {
    private func registration(_ kii: PasswordAppRegistration = PasswordAppRegistration()) -> ClientRegistration {
        ClientRegistration(id: "app", name: "Example App", kind: .public, grantTypes: [.password], passwordApp: kii)
    }

    private func oauthError(_ registration: ClientRegistration) async throws -> OAuthError {
        let server = try ServerHarness()
        return try await GatehouseServerTests.oauthError {
            try await server.identity.registrar.register(
                registration,
                context: server.context
            )
        }
    }

    @Test func showsSecretsOnceAndStoresHashes() async throws {
        let server = try ServerHarness()
        let information = try await server.identity.registrar.register(
            registration(PasswordAppRegistration(hasAdministrator: true)),
            context: server.context
        )
        let key = try #require(information.kiiAppKey)
        let secret = try #require(information.kiiAdminSecret)
        #expect(key != secret)
        #expect(information.clientSecret == nil)
        let client = try #require(try await server.store.client("app"))
        #expect(client.passwordApp?.keyHash == OpaqueToken.hash(of: key.reveal()))
        #expect(client.passwordApp?.adminSecretHash == OpaqueToken.hash(of: secret.reveal()))
        #expect(client.passwordApp?.tokenLifetime == TimeInterval(365 * 24 * 60 * 60))
        #expect(client.scopes == [.openid, .profile, .email, .phone, .address, .account])
        #expect(client.skipsConsent)
    }

    @Test func limitsAccessTokenLifetimeWithRefreshTokens() async throws {
        let server = try ServerHarness()
        var registration = registration()
        registration.grantTypes.append(.refreshToken)
        let registrar = server.identity.registrar
        let information = try await registrar.register(registration, context: server.context)
        #expect(information.kiiAdminSecret == nil)
        let client = try #require(try await server.store.client("app"))
        #expect(client.passwordApp?.tokenLifetime == TimeInterval(60 * 60))
        #expect(client.scopes.contains(.offlineAccess))
    }

    @Test func rejectsInvalidKiiRegistrations() async throws {
        var confidential = registration()
        confidential.kind = .confidential
        var withoutPassword = registration()
        withoutPassword.grantTypes = [.refreshToken]
        var withoutKii = registration()
        withoutKii.passwordApp = nil
        var manager = registration()
        manager.scopes = [.openid, .manageAccounts]
        for invalid in [
            confidential, withoutPassword, withoutKii, manager, registration(PasswordAppRegistration(tokenLifetime: 1)),
            registration(PasswordAppRegistration(tokenLifetime: .infinity)),
        ] {
            #expect(try await oauthError(invalid).code == .invalidClientMetadata)
        }
    }

    @Test func updatesSettingsAndReplacesAdministratorSecret() async throws {
        let server = try ServerHarness()
        let registrar = server.identity.registrar
        let first = try await registrar.register(
            registration(PasswordAppRegistration(hasAdministrator: true)),
            context: server.context
        )
        let secret = OpaqueToken(random: server.identity.environment.random)
        func update(_ update: PasswordAppUpdate) async throws -> Client? {
            try await registrar.update("app", context: server.context) { client in
                client.apply(update, adminSecretHash: secret.hash)
            }
        }
        let error = await #expect(throws: OAuthError.self) { try await update(PasswordAppUpdate(accepts: ["other"])) }
        #expect(error?.description.contains("Unknown client: other") == true)
        try await server.store.commit([.client(.insert(.app("other", createdAt: server.clock.now)))])
        _ = try await update(
            PasswordAppUpdate(
                tokenLifetime: 3_600,
                accepts: ["other"],
                disclosesAccounts: true,
                hasAdministrator: true,
                hasRefreshTokens: true
            )
        )
        let client = try #require(try await server.store.client("app"))
        #expect(
            client.passwordApp
                == PasswordAppSettings(
                    keyHash: OpaqueToken.hash(of: try #require(first.kiiAppKey).reveal()),
                    adminSecretHash: secret.hash,
                    tokenLifetime: 3_600,
                    accepts: ["other"],
                    disclosesAccounts: true
                )
        )
        #expect(client.grantTypes == [.password, .refreshToken])
        #expect(client.scopes.contains(.offlineAccess))

        _ = try await update(PasswordAppUpdate(hasAdministrator: false, hasRefreshTokens: false))
        let changed = try #require(try await server.store.client("app"))
        #expect(changed.passwordApp?.adminSecretHash == nil)
        #expect(changed.passwordApp?.tokenLifetime == 3_600)
        #expect(changed.grantTypes == [.password])
        #expect(!changed.scopes.contains(.offlineAccess))
    }
}
