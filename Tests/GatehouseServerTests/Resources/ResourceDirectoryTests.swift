import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct ResourceDirectoryTests {
    @Test func rereadsResourcesAfterLifetimeOfCache() async throws {
        var lifetimes = Lifetimes()
        lifetimes.cachedClient = 1
        let server = try ServerHarness(lifetimes: lifetimes)
        #expect(try await server.identity.resources.catalog().resources.isEmpty)
        let resource = try await server.addResource("https://api.example.com")
        #expect(try await server.identity.resources.catalog().resources.isEmpty)
        #expect(try await server.identity.resources.currentCatalog().resources == [resource])
        server.clock.advance(by: 1)
        #expect(try await server.identity.resources.catalog().resources == [resource])
    }

    @Test func reportsUnavailableStore() async throws {
        let server = try ServerHarness()
        server.store.isDown = true
        let error = try await oauthError { try await server.identity.resources.catalog() }
        #expect(error.code == .temporarilyUnavailable)
    }

    @Test func describesScopesInLanguageOfUser() async throws {
        let server = try ServerHarness()
        try await server.addResource("https://api.example.com") {
            $0.scopes = [
                ResourceScope("orders:read", texts: ["en": "See your orders", "ja": "注文を見る"]),
                ResourceScope("orders:write", texts: ["ja": "注文を変更する"]), ResourceScope("orders:delete"),
            ]
        }
        let catalog = try await server.identity.resources.catalog()
        let german = ScopeTexts(server.identity.settings, catalog, in: .german)
        let japanese = ScopeTexts(server.identity.settings, catalog, in: .japanese)
        #expect(japanese.text(for: "orders:read") == "注文を見る")
        #expect(german.text(for: "orders:read") == "See your orders")
        #expect(german.text(for: "orders:write") == "注文を変更する")
        #expect(german.text(for: "orders:delete") == "orders:delete")
        #expect(german.text(for: "notes") == nil)
        #expect(german.resourceName(of: "orders:delete") == "Orders")
        #expect(german.resourceName(of: .openid) == nil)
    }
}
