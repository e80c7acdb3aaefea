import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct ClientUpdateTests {
    private let server: ServerHarness
    private let registrar: ClientRegistrar

    init() throws {
        server = try ServerHarness()
        registrar = server.identity.registrar
    }

    private func update(
        _ id: Client.ID = "app",
        _ change: @Sendable (inout Client) throws(OAuthError) -> Void
    ) async throws(OAuthError) -> Client? {
        try await registrar.update(id, context: server.context, change)
    }

    private func details() async throws -> [String?] {
        try await server.store.events(of: nil, before: nil, limit: 10).reversed().map(\.detail)
    }

    @Test func appliesAndAuditsChanges() async throws {
        var client = try await server.addClient { $0.requiresPKCE = true }
        let changed = try await update { client in
            client.name = "Renamed"
            client.redirectURIs.append("https://app.example.com/other")
        }
        client.name = "Renamed"
        client.redirectURIs.append("https://app.example.com/other")
        client.revision = 2
        #expect(changed == client)
        #expect(try await server.store.client("app") == client)
        #expect(try await server.auditKinds() == [.clientUpdated])
        #expect(try await details() == ["name, redirect URIs"])
    }

    @Test func writesNothingWhenNothingChanges() async throws {
        let client = try await server.addClient { $0.requiresPKCE = true }
        #expect(try await update { $0.name = client.name } == client)
        #expect(try await server.auditKinds() == [])
    }

    @Test func returnsNilForUnknownClient() async throws {
        #expect(try await update("unknown") { $0.name = "Renamed" } == nil)
    }

    @Test func rejectsInvalidChanges() async throws {
        let client = try await server.addClient { $0.requiresPKCE = true }
        let changes: [@Sendable (inout Client) -> Void] = [
            { $0.name = "" }, { $0.redirectURIs = [] }, { $0.redirectURIs = ["http://app.example.com/"] },
            { $0.grantTypes = [.clientCredentials] }, { $0.grantTypes = [] }, { $0.logoURI = "http://a.example/" },
            { $0.requiresPKCE = false }, { $0.introspects = [.email] }, { $0.codeDomain = "https://a.example" },
            { $0.attributes = [ClientAttribute(name: "size"), ClientAttribute(name: "size")] },
            { $0.mobileApps = MobileApps(appleAppIDs: ["com.example.app"]) },
            { client in
                let app = MobileApps.AndroidApp(packageName: "com.example.app", fingerprints: [])
                client.mobileApps = MobileApps(androidApps: [app])
            },
            { client in
                let fingerprint = Array(repeating: "ab", count: 32).joined(separator: ":")
                let app = MobileApps.AndroidApp(packageName: "com.example.app", fingerprints: [fingerprint])
                client.mobileApps = MobileApps(androidApps: [app])
            },
            { $0.setNative(NativeAuthenticationSettings(method: .code, origins: ["app"])) },
            { client in
                client.setNative(NativeAuthenticationSettings(method: .code))
                client.skipsConsent = false
            },
        ]
        for change in changes {
            await #expect(throws: OAuthError.self) { try await update("app", change) }
        }
        #expect(try await server.store.client("app") == client)
        #expect(try await server.auditKinds() == [])
    }

    @Test func keepsConcurrentChanges() async throws {
        var other = try await server.addClient { $0.requiresPKCE = true }
        other.redirectURIs.append("https://app.example.com/other")
        other.revision += 1
        server.store.precede([.client(.update(other, ifRevision: 1))])
        let changed = try await update { $0.redirectURIs.append("https://app.example.com/third") }
        #expect(changed?.redirectURIs.suffix(2) == ["https://app.example.com/other", "https://app.example.com/third"])
        #expect(try await server.store.client("app") == changed)
        #expect(changed?.revision == 3)
    }

    @Test func skipsConsentForNativeClients() async throws {
        _ = try await server.addClient { $0.requiresPKCE = true }
        let native = NativeAuthenticationSettings(method: .code)
        let changed = try #require(try await update { $0.setNative(native) })
        #expect(changed.native == native && changed.skipsConsent)
        let back = try #require(try await update { $0.setNative(nil) })
        #expect(back.native == nil && !back.skipsConsent)
    }

    @Test func convertsBetweenPublicAndConfidential() async throws {
        _ = try await server.addClient { $0.requiresPKCE = true }
        let confidential = try #require(try await update { $0.makeConfidential(secretHash: "hash") })
        #expect(confidential.isConfidential && confidential.tokenEndpointAuthMethod == .clientSecretBasic)
        let back = try #require(
            try await update { client in
                client.previousSecrets = [PreviousSecret(hash: "old", expiresAt: .distantFuture)]
                client.makePublic()
            }
        )
        #expect(!back.isConfidential && back.secretHash == nil && back.previousSecrets == [] && back.requiresPKCE)
    }

    @Test func rotatesSecretWithOverlap() async throws {
        let client = try await server.addClient(method: .clientSecretBasic)
        let old = try #require(client.secretHash)
        let rotated = try #require(
            try await registrar.rotateSecret(of: "app", overlap: 3_600, context: server.context)
        )
        let stored = try #require(try await server.store.client("app"))
        #expect(stored == rotated.client)
        #expect(stored.secretHash == OpaqueToken.hash(of: rotated.secret.reveal()))
        #expect(stored.previousSecrets == [PreviousSecret(hash: old, expiresAt: server.now + 3_600)])
        #expect(try await details() == ["secret"])
        let field = AuthorizationHeader.basic(clientID: "app", clientSecret: rotated.secret).encoded
        _ = try await server.identity.clients
            .authenticate(ClientCredentials(), authorization: field, context: server.context)
    }

    @Test func endsAllPreviousSecretsWithoutAnOverlap() async throws {
        _ = try await server.addClient(method: .clientSecretBasic)
        for _ in 0..<2 { _ = try await rotate(overlap: 3_600) }
        let rotated = try await rotate(overlap: 0)
        #expect(rotated.client.previousSecrets == [])
    }

    @Test func keepsEachPreviousSecretUntilItsOwnEnd() async throws {
        _ = try await server.addClient(method: .clientSecretBasic)
        let first = Secret(ServerHarness.clientSecret)
        let second = try await rotate(overlap: 3_600).secret
        let third = try await rotate(overlap: 60).secret
        #expect(await accepted([first, second, third]) == [true, true, true])
        server.clock.advance(by: 60)
        #expect(await accepted([first, second, third]) == [true, false, true])
        let fourth = try await rotate(overlap: 60)
        #expect(fourth.client.previousSecrets.map(\.expiresAt) == [server.now + 3_540, server.now + 60])
        server.clock.advance(by: 3_540)
        #expect(await accepted([first, second, third, fourth.secret]) == [false, false, false, true])
    }

    @Test func refusesToRotateBeyondFivePreviousSecrets() async throws {
        _ = try await server.addClient(method: .clientSecretBasic)
        for minutes in 1...5 { _ = try await rotate(overlap: TimeInterval(60 * minutes)) }
        let before = try await server.store.client("app")
        let error = try await oauthError { _ = try await rotate(overlap: 3_600) }
        #expect(error.code == .invalidClientMetadata)
        #expect(error.description.contains((server.now + 60).formatted(.iso8601)))
        #expect(try await server.store.client("app") == before)
        server.clock.advance(by: 60)
        #expect(try await rotate(overlap: 3_600).client.previousSecrets.count == 5)
        #expect(try await rotate(overlap: 0).client.previousSecrets == [])
    }

    private func rotate(overlap: TimeInterval) async throws(OAuthError) -> (client: Client, secret: Secret) {
        guard let rotated = try await registrar.rotateSecret(of: "app", overlap: overlap, context: server.context)
        else { throw .broken }
        return rotated
    }

    /// Returns for each secret whether the client authenticates with it.
    private func accepted(_ secrets: [Secret]) async -> [Bool] {
        var accepted: [Bool] = []
        for secret in secrets {
            let client = try? await server.identity.clients.authenticate(
                ClientCredentials(clientID: "app", clientSecret: secret),
                authorization: nil,
                context: server.context
            )
            accepted.append(client != nil)
        }
        return accepted
    }

    @Test func rejectsSecretRotationForPublicClient() async throws {
        let client = try await server.addClient { $0.requiresPKCE = true }
        await #expect(throws: OAuthError.self) {
            try await registrar.rotateSecret(of: "app", overlap: 0, context: server.context)
        }
        #expect(try await server.store.client("app") == client)
        #expect(try await registrar.rotateSecret(of: "unknown", overlap: 0, context: server.context) == nil)
    }
}
