import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// Thousands of orders in which switches, refreshes, changes, log-outs, failures and late answers can meet, on the client itself.
struct KiiSwitchingTests {
    @Test(arguments: 0..<25)
    func noOrderOfEventsMixesTwoUsers(batch: UInt64) async throws {
        let broken = try await ProofThread.run {
            try (batch * 100..<(batch + 1) * 100).flatMap { seed in
                let world = try KiiWorld(seed: seed)
                world.run(steps: 120)
                return world.log.broken.map { "seed \(seed): \($0)" }
            }
        }
        #expect(broken == [])
    }

    @Test func aSeedIsTheSameRunEachTime() throws {
        let runs = try (0..<2).map { _ in
            let world = try KiiWorld(seed: 4711)
            world.run(steps: 300)
            return world.log.trace
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0].count > 300)
    }

    @Test func everythingThatCanHappenDoes() async throws {
        let seen = try await ProofThread.run {
            var seen: Set<String> = []
            for seed: UInt64 in 0..<60 {
                let world = try KiiWorld(seed: seed)
                world.run(steps: 120)
                seen.formUnion(world.log.trace.map { String($0.prefix { $0 != " " }) })
            }
            return seen
        }
        #expect(seen.isSuperset(of: KiiWorld.deeds.map(\.name)))
        let outcomes: Set = ["done", "network", "storeLocked", "signedOut", "refused", "wrongPassword", "saved"]
        #expect(seen.isSuperset(of: outcomes), "\(seen)")
    }
}
