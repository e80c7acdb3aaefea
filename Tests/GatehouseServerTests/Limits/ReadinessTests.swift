import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct ReadinessTests {
    private func questions(_ server: TestServer) -> Int {
        server.store.operations.count { $0.hasPrefix("checkHealth") }
    }

    @Test func theStoreIsAskedAtMostOnceASecond() async throws {
        let server = try TestServer()
        let readiness = Readiness(core: server.core)
        for _ in 0..<50 { try await readiness.check() }
        #expect(questions(server) == 1)
        server.clock.advance(by: 0.999)
        try await readiness.check()
        #expect(questions(server) == 1)
        server.clock.advance(by: 0.001)
        try await readiness.check()
        #expect(questions(server) == 2)
    }

    @Test func aFailureIsNotRemembered() async throws {
        let server = try TestServer()
        let readiness = Readiness(core: server.core)
        server.store.isDown = true
        for _ in 0..<2 {
            await #expect(throws: StoreError.unavailable("Told to be down.")) { try await readiness.check() }
        }
        server.store.isDown = false
        try await readiness.check()
        server.store.isDown = true
        try await readiness.check()
        server.clock.advance(by: 1)
        await #expect(throws: StoreError.unavailable("Told to be down.")) { try await readiness.check() }
    }
}
