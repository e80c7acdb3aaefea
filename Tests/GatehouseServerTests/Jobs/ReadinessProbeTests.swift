import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct ReadinessProbeTests {
    private func healthChecks(_ server: ServerHarness) -> Int {
        server.store.operations.count { $0.hasPrefix("checkHealth") }
    }

    @Test func checksStoreAtMostOncePerSecond() async throws {
        let server = try ServerHarness()
        let probe = server.identity.readiness
        for _ in 0..<50 { try await probe.check() }
        #expect(healthChecks(server) == 1)
        server.clock.advance(by: 0.999)
        try await probe.check()
        #expect(healthChecks(server) == 1)
        server.clock.advance(by: 0.001)
        try await probe.check()
        #expect(healthChecks(server) == 2)
    }

    @Test func writesAtMostOnceASecondWhileTheStoreFails() async throws {
        let server = try ServerHarness()
        let probe = server.identity.readiness
        let failure = StoreError.unavailable("The store is down.")
        server.store.isDown = true
        for _ in 0..<50 { await #expect(throws: failure) { try await probe.check() } }
        #expect(healthChecks(server) == 1)
        server.store.isDown = false
        await #expect(throws: failure) { try await probe.check() }
        server.clock.advance(by: 1)
        try await probe.check()
        #expect(healthChecks(server) == 2)

        server.store.isDown = true
        try await probe.check()
        server.clock.advance(by: 1)
        await #expect(throws: failure) { try await probe.check() }
    }

    @Test func doesNotWriteWhileTheClockIsOff() async throws {
        let store = SpyStore()
        let wall = TestClock()
        store.databaseTime = wall.now.addingTimeInterval(-31)
        let clock = StoreClock(wall: { wall.now }, uptime: { .zero })
        let server = try ServerHarness(store: store, storeClock: clock)
        let probe = server.identity.readiness
        let failure = StoreError.unavailable("The clock of this machine is 31 seconds ahead of the database's.")
        for second in 1...3 {
            for _ in 0..<10 { await #expect(throws: failure) { try await probe.check() } }
            #expect(store.operations.count { $0.hasPrefix("time") } == second)
            server.clock.advance(by: 1)
        }
        #expect(healthChecks(server) == 0)

        store.databaseTime = wall.now
        try await probe.check()
        #expect(healthChecks(server) == 1)
    }
}
