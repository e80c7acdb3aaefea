import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// Thousands of orders in which switches, refreshes, changes, log-outs, failures and late answers can meet, on the client itself.
///
/// One runs at a time, and between two of them other tests have their turn, which may wait for a server.
@Suite(.serialized) struct KiiSwitchingTests {
    @Test(arguments: 0..<25)
    func noOrderOfEventsMixesTwoUsers(batch: UInt64) async throws {
        for seed in batch * 100..<(batch + 1) * 100 {
            await Task.yield()
            let world = try KiiWorld(seed: seed)
            world.run(steps: 120)
            try #require(world.log.broken.isEmpty, "seed \(seed): \(world.log.broken.joined(separator: "; "))")
        }
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
        var seen: Set<String> = []
        for seed: UInt64 in 0..<60 {
            await Task.yield()
            let world = try KiiWorld(seed: seed)
            world.run(steps: 120)
            seen.formUnion(world.log.trace.map { String($0.prefix { $0 != " " }) })
        }
        #expect(seen.isSuperset(of: KiiWorld.deeds.map(\.name)))
        let outcomes: Set = ["done", "network", "storeLocked", "signedOut", "refused", "wrongPassword", "saved"]
        #expect(seen.isSuperset(of: outcomes), "\(seen)")
    }
}
