import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ResourceRegistrarTests {
    private let server: ServerHarness
    private let resource: Resource

    init() throws {
        server = try ServerHarness()
        resource = Resource(
            id: "https://api.example.com",
            name: "Orders",
            scopes: [ResourceScope("orders:read", texts: ["en": "See your orders", "ja": "注文を見る"])],
            createdAt: server.now
        )
    }

    private var registrar: ResourceRegistrar { server.identity.resourceRegistrar }

    private func rejects(_ change: (inout Resource) -> Void) async throws -> Bool {
        var changed = resource
        change(&changed)
        return try await oauthError { try await registrar.register(changed, context: server.context) }.code
            == .invalidRequest
    }

    @Test func registersUpdatesAndDeletes() async throws {
        try await registrar.register(resource, context: server.context)
        #expect(try await server.store.resources() == [resource])
        let updated = try await registrar.update(resource.id, context: server.context) { $0.tokenLifetime = 600 }
        #expect(updated?.revision == 2)
        #expect(try await server.store.resources() == [try #require(updated)])
        #expect(try await registrar.delete(resource.id, context: server.context))
        #expect(try await server.store.resources().isEmpty)
        #expect(try await !registrar.delete(resource.id, context: server.context))
        #expect(try await server.auditKinds() == [.resourceCreated, .resourceUpdated, .resourceDeleted])
        let details = try await server.store.events(of: nil, before: nil, limit: 10).map(\.detail)
        #expect(
            details == [
                "https://api.example.com", "https://api.example.com, token lifetime", "https://api.example.com",
            ]
        )
    }

    @Test(arguments: [
        "https://api.example.com/v1", "http://localhost:8080", "http://127.0.0.1/api", "urn:example:orders",
    ])
    func acceptsIdentifier(_ id: String) async throws {
        let other = Resource(id: Resource.ID(id), name: "Orders", createdAt: server.now)
        try await registrar.register(other, context: server.context)
    }

    @Test(arguments: [
        "api", "http://api.example.com", "https://api.example.com/#a", "https://user@api.example.com", "",
        "ftp://api.example.com", "https://id.example.com", "https://id.example.com/", "javascript:alert(1)",
        "https://api.example.com/" + String(repeating: "a", count: 600),
    ])
    func rejectsIdentifier(_ id: String) async throws {
        let other = Resource(id: Resource.ID(id), name: "Orders", createdAt: server.now)
        #expect(
            try await oauthError { try await registrar.register(other, context: server.context) }.code
                == .invalidRequest
        )
    }

    @Test(arguments: ["https://api.example.com", "https://api.example.com/"])
    func rejectsIdentifierThatExists(_ id: String) async throws {
        try await registrar.register(resource, context: server.context)
        let other = Resource(id: Resource.ID(id), name: "Other", createdAt: server.now)
        let error = try await oauthError { try await registrar.register(other, context: server.context) }
        #expect(error.description == "The resource \(id) exists.")
    }

    @Test func rejectsScopesOfOthers() async throws {
        try await registrar.register(resource, context: server.context)
        #expect(try await rejects { $0 = Resource(id: "urn:b", name: "B", scopes: $0.scopes, createdAt: $0.createdAt) })
        for scope in [Scope.openid, .offlineAccess, .account] {
            #expect(
                try await rejects {
                    $0 = Resource(id: "urn:b", name: "B", scopes: [ResourceScope(scope)], createdAt: $0.createdAt)
                }
            )
        }
    }

    @Test func rejectsInvalidProperties() async throws {
        #expect(try await rejects { $0.name = "" })
        #expect(try await rejects { $0.name = "Orders\u{202E}" })
        #expect(try await rejects { $0.scopes.append($0.scopes[0]) })
        #expect(try await rejects { $0.scopes = [ResourceScope(Scope(rawValue: "a b"))] })
        #expect(try await rejects { $0.scopes[0].texts["fr"] = "Voir" })
        #expect(try await rejects { $0.scopes[0].texts["en"] = "See\nyour orders" })
        #expect(try await rejects { $0.tokenLifetime = 59 })
        #expect(try await rejects { $0.tokenLifetime = 24 * 60 * 60 + 1 })
        #expect(try await rejects { $0.algorithm = SigningAlgorithm(rawValue: "none") })
        #expect(try await rejects { $0.introspects = [.username] })
    }

    @Test func requiresConfidentialIntrospectors() async throws {
        _ = try await server.addClient("public")
        _ = try await server.addClient("api", method: .clientSecretBasic)
        #expect(try await rejects { $0.introspectors = ["public"] })
        #expect(try await rejects { $0.introspectors = ["missing"] })
        var accepted = resource
        accepted.introspectors = ["api"]
        try await registrar.register(accepted, context: server.context)
    }

    @Test func protectsResourcesOfConfigurationFile() async throws {
        var settings = ServerSettings(
            issuer: ServerHarness.issuer,
            isDevelopment: false,
            mailFrom: "no-reply@example.com"
        )
        settings.resources = [resource]
        let server = try ServerHarness(settings: settings)
        let registrar = server.identity.resourceRegistrar
        #expect(try await server.identity.resources.catalog().resources == [resource])
        let update = try await oauthError { try await registrar.update(resource.id, context: server.context) { _ in } }
        let deletion = try await oauthError { try await registrar.delete(resource.id, context: server.context) }
        #expect(update == deletion)
        #expect(update.description.hasSuffix("is set in the configuration file. Change it there."))
    }
}
