import Foundation
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct ClientCacheTests {
    private func server(cachingFor lifetime: TimeInterval) throws -> ServerHarness {
        var lifetimes = Lifetimes()
        lifetimes.cachedClient = lifetime
        return try ServerHarness(lifetimes: lifetimes)
    }

    @Test(arguments: [0.0, 1.0])
    func expiresDeletedClientAfterLifetime(lifetime: TimeInterval) async throws {
        let server = try server(cachingFor: lifetime)
        let id = try await server.addClient().id
        #expect(try await server.identity.records.cachedClient(id)?.id == id)
        try await server.store.commit([.client(.delete(id))])
        #expect(try await (server.identity.records.cachedClient(id) == nil) == (lifetime == 0))
        server.clock.advance(by: lifetime)
        #expect(try await server.identity.records.cachedClient(id) == nil)
    }

    @Test func readsMissingClientAgain() async throws {
        let server = try server(cachingFor: 60)
        #expect(try await server.identity.records.cachedClient("late") == nil)
        let client = try await server.addClient("late")
        #expect(try await server.identity.records.cachedClient("late") == client)
    }

    @Test func toleratesClockMovingBackward() {
        let cache = ClientCache(lifetime: 60)
        let client = Client(
            id: "app",
            name: "App",
            secretHash: nil,
            tokenEndpointAuthMethod: .none,
            redirectURIs: [],
            grantTypes: [],
            scopes: [],
            requiresPKCE: true,
            idTokenAlgorithm: .es256,
            createdAt: Date(timeIntervalSince1970: 0)
        )
        let now = Date(timeIntervalSince1970: 1000)
        cache.insert(client, at: now)
        #expect(cache.client("app", at: now + 59) == client)
        #expect(cache.client("app", at: now + 60) == nil)
        #expect(cache.client("app", at: now - 1) == nil)
    }
}
