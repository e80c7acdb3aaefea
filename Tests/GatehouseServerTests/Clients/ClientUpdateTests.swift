import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ClientUpdateTests {
    private let server: TestServer
    private let registrar: ClientRegistrar

    init() throws {
        server = try TestServer()
        registrar = ClientRegistrar(core: server.core)
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

    @Test func changesWhatIsNamedAndLogsIt() async throws {
        var client = try await server.addClient(requiresPKCE: true)
        let changed = try await update { client in
            client.name = "Renamed"
            client.redirectURIs.append("https://app.example.com/other")
        }
        client.name = "Renamed"
        client.redirectURIs.append("https://app.example.com/other")
        client.revision = 2
        #expect(changed == client)
        #expect(try await server.store.client("app") == client)
        #expect(try await server.audited() == [.clientUpdated])
        #expect(try await details() == ["name, redirect URIs"])
    }

    @Test func writesNothingWhenNothingChanges() async throws {
        let client = try await server.addClient(requiresPKCE: true)
        #expect(try await update { $0.name = client.name } == client)
        #expect(try await server.audited() == [])
    }

    @Test func knowsNoUnknownClient() async throws {
        #expect(try await update("unknown") { $0.name = "Renamed" } == nil)
    }

    @Test func refusesWhatCouldNotBeRegistered() async throws {
        let client = try await server.addClient(requiresPKCE: true)
        let changes: [@Sendable (inout Client) -> Void] = [
            { $0.name = "" }, { $0.redirectURIs = [] }, { $0.redirectURIs = ["http://app.example.com/"] },
            { $0.grantTypes = [.clientCredentials] }, { $0.grantTypes = [] }, { $0.logoURI = "http://a.example/" },
            { $0.requiresPKCE = false }, { $0.introspects = [.email] }, { $0.codeDomain = "https://a.example" },
            { $0.attributes = [ClientAttribute(name: "size"), ClientAttribute(name: "size")] },
            { $0.setNative(NativeAuthentication(method: .code, origins: ["app"])) },
            { client in
                client.setNative(NativeAuthentication(method: .code))
                client.skipsConsent = false
            },
        ]
        for change in changes {
            await #expect(throws: OAuthError.self) { try await update("app", change) }
        }
        #expect(try await server.store.client("app") == client)
        #expect(try await server.audited() == [])
    }

    @Test func keepsTheChangeOfAnotherOperator() async throws {
        var other = try await server.addClient(requiresPKCE: true)
        other.redirectURIs.append("https://app.example.com/other")
        other.revision += 1
        server.store.precede([.client(.update(other, ifRevision: 1))])
        let changed = try await update { $0.redirectURIs.append("https://app.example.com/third") }
        #expect(changed?.redirectURIs.suffix(2) == ["https://app.example.com/other", "https://app.example.com/third"])
        #expect(try await server.store.client("app") == changed)
        #expect(changed?.revision == 3)
    }

    @Test func asksForNoConsentWhileTheAppHasPagesOfItsOwn() async throws {
        _ = try await server.addClient(requiresPKCE: true)
        let native = NativeAuthentication(method: .code)
        let changed = try #require(try await update { $0.setNative(native) })
        #expect(changed.native == native && changed.skipsConsent)
        let back = try #require(try await update { $0.setNative(nil) })
        #expect(back.native == nil && !back.skipsConsent)
    }

    @Test func turnsAPublicClientIntoAConfidentialOneAndBack() async throws {
        _ = try await server.addClient(requiresPKCE: true)
        let confidential = try #require(try await update { $0.makeConfidential(secretHash: "hash") })
        #expect(confidential.isConfidential && confidential.tokenEndpointAuthMethod == .clientSecretBasic)
        let back = try #require(
            try await update { client in
                client.previousSecret = PreviousSecret(hash: "old", expiresAt: .distantFuture)
                client.makePublic()
            }
        )
        #expect(!back.isConfidential && back.secretHash == nil && back.previousSecret == nil && back.requiresPKCE)
    }

    @Test func rotatesTheSecretWithAnOverlap() async throws {
        let client = try await server.addClient(method: .clientSecretBasic)
        let old = try #require(client.secretHash)
        let rotated = try #require(
            try await registrar.rotateSecret(of: "app", overlap: 3_600, context: server.context)
        )
        let stored = try #require(try await server.store.client("app"))
        #expect(stored == rotated.client)
        #expect(stored.secretHash == OpaqueToken.hash(of: rotated.secret.reveal()))
        #expect(stored.previousSecret == PreviousSecret(hash: old, expiresAt: server.now + 3_600))
        #expect(try await details() == ["secret"])
        let field = AuthorizationHeader.basic(clientID: "app", clientSecret: rotated.secret).encoded
        _ = try await ClientAuthenticator(core: server.core)
            .authenticate(ClientCredentials(), authorization: field, context: server.context)
    }

    @Test func rotatesTheSecretWithoutAnOverlap() async throws {
        _ = try await server.addClient(method: .clientSecretBasic)
        _ = try await registrar.rotateSecret(of: "app", overlap: 3_600, context: server.context)
        let rotated = try await registrar.rotateSecret(of: "app", overlap: 0, context: server.context)
        #expect(rotated?.client.previousSecret == nil)
    }

    @Test func refusesToRotateASecretThatIsNotThere() async throws {
        let client = try await server.addClient(requiresPKCE: true)
        await #expect(throws: OAuthError.self) {
            try await registrar.rotateSecret(of: "app", overlap: 0, context: server.context)
        }
        #expect(try await server.store.client("app") == client)
        #expect(try await registrar.rotateSecret(of: "unknown", overlap: 0, context: server.context) == nil)
    }
}
