import GatehouseTestSupport
import Testing

@testable import Gatehouse

/// Random orders of sign-ins, sign-outs, refreshes, switches, relaunches, failures and late responses, run on the
/// client itself.
struct ClientInterleavingTests {
    @Test(arguments: 0..<(10 * SimulationFactor.current))
    func keepsSessionsSeparateInEveryEventOrder(batch: UInt64) async throws {
        let violations = try await SimulationThread.run {
            try (batch * 20..<(batch + 1) * 20).flatMap { seed in
                let simulation = try ClientSimulation(seed: seed)
                try simulation.run(steps: 400)
                return simulation.log.violations.map { "seed \(seed): \($0)" }
            }
        }
        #expect(violations == [])
    }

    @Test func reproducesRunFromSeed() throws {
        let runs = try (0..<2).map { _ in
            let simulation = try ClientSimulation(seed: 4711)
            try simulation.run(steps: 500)
            return simulation.log.trace
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0].count > 300)
    }

    @Test func coversEveryActionOutcomeAndEvent() async throws {
        let seen = try await SimulationThread.run {
            var seen: Set<String> = []
            for seed: UInt64 in 0..<60 {
                let simulation = try ClientSimulation(seed: seed)
                try simulation.run(steps: 400)
                seen.formUnion(simulation.log.trace.map { String($0.prefix { $0 != " " }) })
            }
            return seen
        }
        #expect(Set(ClientSimulation.actions.map(\.name)).subtracting(seen) == [])
        let outcomes: Set = [
            "done", "network", "cancelled", "storeLocked", "storeUnavailable", "interactionRequired", "requested",
            "saved", "resumed",
        ]
        #expect(outcomes.subtracting(seen) == [])
        let events: Set = [
            "event.signedIn", "event.refreshed", "event.wentOffline", "event.cameOnline", "event.becameCurrent",
            "event.signedOut.requested",
        ]
        #expect(events.subtracting(seen) == [])
        #expect(seen.contains { $0.hasPrefix("event.signedOut.endedByServer") })
    }
}
