import Foundation
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct KnownClientsTests {
    private func server(knowing lifetime: TimeInterval) throws -> TestServer {
        var lifetimes = Lifetimes()
        lifetimes.knownClient = lifetime
        return try TestServer(lifetimes: lifetimes)
    }

    @Test(arguments: [0.0, 1.0])
    func aClientThatIsDeletedIsGoneAfterThatTime(lifetime: TimeInterval) async throws {
        let server = try server(knowing: lifetime)
        let id = try await server.addClient().id
        #expect(try await server.core.knownClient(id)?.id == id)
        try await server.store.commit([.client(.delete(id))])
        #expect(try await (server.core.knownClient(id) == nil) == (lifetime == 0))
        server.clock.advance(by: lifetime)
        #expect(try await server.core.knownClient(id) == nil)
    }

    @Test func aClientThatIsMissingIsLookedForAgain() async throws {
        let server = try server(knowing: 60)
        #expect(try await server.core.knownClient("late") == nil)
        let client = try await server.addClient("late")
        #expect(try await server.core.knownClient("late") == client)
    }

    @Test func aClockThatGoesBackKeepsNobody() {
        let known = KnownClients(lifetime: 60)
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
        known.keep(client, at: now)
        #expect(known.client("app", at: now + 59) == client)
        #expect(known.client("app", at: now + 60) == nil)
        #expect(known.client("app", at: now - 1) == nil)
    }
}
