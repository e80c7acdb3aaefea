import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct StoreClockTests {
    private static let day: TimeInterval = 24 * 60 * 60

    /// A machine with an adjustable wall clock and a monotonic clock.
    private final class Machine: Sendable {
        private let state = Mutex((wall: Date(timeIntervalSince1970: 1_800_000_000), uptime: Duration.zero))
        let store = SpyStore()

        var wall: Date { state.withLock { $0.wall } }

        func run(for seconds: TimeInterval) {
            state.withLock { $0 = ($0.wall + seconds, $0.uptime + .seconds(seconds)) }
            store.databaseTime = store.databaseTime.map { $0 + seconds }
        }

        func set(by seconds: TimeInterval) {
            state.withLock { $0.wall += seconds }
        }

        func clock() -> StoreClock {
            StoreClock(wall: { self.wall }, uptime: { self.state.withLock { $0.uptime } })
        }
    }

    @Test func followsDatabaseClock() async throws {
        let machine = Machine()
        let truth = machine.wall - 61 * Self.day
        machine.store.databaseTime = truth
        let clock = machine.clock()
        try await clock.measure(machine.store)
        #expect(clock.now == truth)
        #expect(clock.problem == "The clock of this machine is 5270400 seconds ahead of the database's.")
        machine.run(for: 100)
        #expect(clock.now == truth + 100)

        machine.set(by: -61 * Self.day - 20)
        try await clock.measure(machine.store)
        #expect(clock.now == truth + 100)
        #expect(clock.problem == nil)
        machine.set(by: -11)
        try await clock.measure(machine.store)
        #expect(clock.problem == "The clock of this machine is 31 seconds behind the database's.")
    }

    @Test func ignoresJumpsOfMachineClock() async throws {
        let machine = Machine()
        let start = machine.wall
        let clock = machine.clock()
        machine.run(for: 10)
        machine.set(by: 61 * Self.day)
        #expect(clock.now == start + 10)
        try await clock.measure(machine.store)
        #expect(clock.now == start + 10)
        #expect(clock.problem?.contains("ahead of") == true)
        machine.set(by: -61 * Self.day)
        try await clock.measure(machine.store)
        #expect(clock.problem == nil)
    }

    @Test func followsSmallCorrectionsOfMachineClock() async throws {
        let machine = Machine()
        let clock = machine.clock()
        for correction in [29.0, -29, 0.1] {
            machine.set(by: correction)
            try await clock.measure(machine.store)
            #expect(clock.problem == nil)
            #expect(abs(clock.now.timeIntervalSince(machine.wall)) < 0.25)
        }
    }

    @Test func reportsNotReadyWhileMachineClockIsOff() async throws {
        let machine = Machine()
        machine.store.databaseTime = machine.wall
        let clock = machine.clock()
        let server = try ServerHarness(store: machine.store, storeClock: clock)
        let probe = server.identity.readiness
        try await probe.check()
        machine.set(by: 31)
        server.clock.advance(by: 2)
        await #expect(throws: StoreError.self) { try await probe.check() }
        machine.set(by: -31)
        server.clock.advance(by: 1)
        try await probe.check()
    }
}
