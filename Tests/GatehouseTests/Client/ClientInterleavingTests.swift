import Testing

@testable import Gatehouse

/// Orders in which sign-outs, refreshes, switches, other sign-ins, relaunches, failures and late answers can meet, on the client itself.
struct ClientInterleavingTests {
    @Test(arguments: 0..<20)
    func noOrderOfEventsLosesOrMixesSessions(batch: UInt64) async throws {
        let broken = try await ProofThread.run {
            try (batch * 50..<(batch + 1) * 50).flatMap { seed in
                let world = try ClientWorld(seed: seed)
                try world.run(steps: 400)
                return world.log.broken.map { "seed \(seed): \($0)" }
            }
        }
        #expect(broken == [])
    }

    @Test func aSeedIsTheSameRunEachTime() throws {
        let runs = try (0..<2).map { _ in
            let world = try ClientWorld(seed: 4711)
            try world.run(steps: 500)
            return world.log.trace
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0].count > 300)
    }

    @Test func everythingThatCanHappenDoes() async throws {
        let seen = try await ProofThread.run {
            var seen: Set<String> = []
            for seed: UInt64 in 0..<60 {
                let world = try ClientWorld(seed: seed)
                try world.run(steps: 400)
                seen.formUnion(world.log.trace.map { String($0.prefix { $0 != " " }) })
            }
            return seen
        }
        #expect(Set(ClientWorld.deeds.map(\.name)).subtracting(seen) == [])
        let outcomes: Set = [
            "done", "network", "cancelled", "storeLocked", "storeUnavailable", "interaction_required", "requested",
            "saved", "resumed",
        ]
        #expect(outcomes.subtracting(seen) == [])
        let events: Set = [
            "event.signedIn", "event.renewed", "event.wentOffline", "event.cameBack", "event.becameCurrent",
            "event.signedOut.requested",
        ]
        #expect(events.subtracting(seen) == [])
        #expect(seen.contains { $0.hasPrefix("event.signedOut.refused") })
    }
}
