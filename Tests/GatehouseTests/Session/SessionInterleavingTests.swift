import Testing

@testable import Gatehouse

/// Thousands of random orders of everything that can happen, each from a seed that a failure names.
struct SessionInterleavingTests {
    @Test(arguments: 0..<100)
    func noOrderOfEventsBreaksAPromise(batch: UInt64) async throws {
        let broken = try await ProofThread.run {
            (batch * 100..<(batch + 1) * 100).flatMap { seed in
                var world = SessionWorld(seed: seed)
                world.run()
                return world.broken.map { "seed \(seed): \($0)" }
            }
        }
        #expect(broken == [])
    }

    /// Promises are kept easily where nothing happens: already the first of those seeds bring about all that can.
    @Test func everythingThatCanHappenDoes() async throws {
        let seen = try await ProofThread.run {
            var seen: Set<String> = []
            for seed: UInt64 in 0..<300 {
                var world = SessionWorld(seed: seed, isWatched: true)
                world.run()
                seen.formUnion(world.seen)
            }
            return seen
        }
        let inputs: Set = [
            "look", "change", "end", "want", "abandon", "interrupted", "retry", "reconnected", "useStoreAgain",
            "answer renewed", "answer refused", "answer failed", "answer outdated", "answer too late",
            "read", "read failure", "saved", "saveFailed",
        ]
        let effects: Set = [
            "save add", "save renew", "save describe", "save end", "save select", "save revoke", "save delivered",
            "refresh", "retryLater", "useStoreLater", "settle", "settle storeLocked",
        ]
        let answers: Set = [
            "resume", "resume network", "resume cancelled", "resume storeLocked", "resume requested", "resume refused",
            "resume interruptedRefresh", "resume elsewhere",
        ]
        let events: Set = [
            "event signedIn", "event renewed", "event wentOffline", "event cameBack", "event becameCurrent",
            "event requested", "event refused", "event interruptedRefresh", "event elsewhere",
        ]
        let states: Set = [
            "state unknown", "state signedIn", "state signedInOffline", "state notSignedIn", "state requested",
            "state refused", "state interruptedRefresh", "state elsewhere",
        ]
        let ends: Set = ["byApp", "byAnotherSignIn", "elsewhere", "refused", "interrupted"]
        for expected in [inputs, effects, answers, events, states, Set(ends.map { "gone \($0)" })] {
            #expect(expected.subtracting(seen) == [])
        }
    }
}
