import Foundation
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import Gatehouse

/// Random orders of user switches, refreshes, updates, log-outs, failures and late responses, run on the client itself.
struct KiiInterleavingTests {
    @Test(arguments: 0..<(10 * SimulationFactor.current))
    func separatesUsersInEveryEventOrder(batch: UInt64) async throws {
        let violations = try await SimulationThread.run {
            try (batch * 50..<(batch + 1) * 50).flatMap { seed in
                let simulation = try KiiSimulation(seed: seed)
                simulation.run(steps: 120)
                return simulation.log.violations.map { "seed \(seed): \($0)" }
            }
        }
        #expect(violations == [])
    }

    @Test func reproducesRunFromSeed() throws {
        let runs = try (0..<2).map { _ in
            let simulation = try KiiSimulation(seed: 4711)
            simulation.run(steps: 300)
            return simulation.log.trace
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0].count > 300)
    }

    @Test func coversEveryActionAndOutcome() async throws {
        let seen = try await SimulationThread.run {
            var seen: Set<String> = []
            for seed: UInt64 in 0..<60 {
                let simulation = try KiiSimulation(seed: seed)
                simulation.run(steps: 120)
                seen.formUnion(simulation.log.trace.map { String($0.prefix { $0 != " " }) })
            }
            return seen
        }
        #expect(seen.isSuperset(of: KiiSimulation.actions.map(\.name)))
        let outcomes: Set = [
            "done", "network", "storeLocked", "signedOut", "requestRejected", "wrongPassword", "saved",
        ]
        #expect(seen.isSuperset(of: outcomes), "\(seen)")
    }
}
