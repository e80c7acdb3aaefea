import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct KeySetHandlerTests {
    @Test func aRetiredKeyIsPublishedUntilItsLastTokenHasExpired() async throws {
        let server = try TestServer()
        let handler = KeySetHandler(core: server.core)
        let first = try await current(server)
        #expect(try await handler.keySet() == JSONWebKeySet(keys: first))
        _ = try await server.core.keyring.rotate()
        server.clock.advance(by: 3)
        let second = try await current(server)
        #expect(try await handler.keySet() == JSONWebKeySet(keys: first + second))
        server.clock.advance(by: 3_610)
        #expect(try await handler.keySet() == JSONWebKeySet(keys: second))
    }

    private func current(_ server: TestServer) async throws -> [JSONWebKey] {
        [
            try await server.core.keyring.signingKey(.es256).publicJWK,
            try await server.core.keyring.signingKey(.rs256).publicJWK,
        ]
    }

    @Test func aStoreThatIsDownIsSaidToBeBusy() async throws {
        let server = try TestServer()
        server.store.isDown = true
        let error = try await refusal { try await KeySetHandler(core: server.core).keySet() }
        #expect(error.code == .temporarilyUnavailable)
    }

    @Test func theKeysOutliveAStoreThatGoesDown() async throws {
        let server = try TestServer()
        let handler = KeySetHandler(core: server.core)
        let keys = try await handler.keySet()
        server.store.isDown = true
        server.clock.advance(by: 60)
        #expect(try await handler.keySet() == keys)
        await #expect(throws: KeyringError.unavailable) { try await server.core.keyring.verifier() }
    }
}
