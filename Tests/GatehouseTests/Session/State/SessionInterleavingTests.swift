import GatehouseTestSupport
import Testing

@testable import Gatehouse

/// Random orders of all events, each from a seed that a failure names.
struct SessionInterleavingTests {
    @Test(arguments: 0..<(20 * SimulationFactor.current))
    func keepsInvariantsInEveryEventOrder(batch: UInt64) async throws {
        let violations = try await SimulationThread.run {
            (batch * 100..<(batch + 1) * 100).flatMap { seed in
                var simulation = SessionSimulation(seed: seed)
                simulation.run()
                return simulation.violations.map { "seed \(seed): \($0)" }
            }
        }
        #expect(violations == [])
    }

    /// Checks that the simulation covers everything: the first seeds already produce every event, effect and state.
    @Test func coversEveryEventEffectAndState() async throws {
        let observed = try await SimulationThread.run {
            var observed: Set<String> = []
            for seed: UInt64 in 0..<300 {
                var simulation = SessionSimulation(seed: seed, recordsObservations: true)
                simulation.run()
                observed.formUnion(simulation.observed)
            }
            return observed
        }
        let inputs: Set = [
            "readRequested", "mutationRequested", "endRequested", "tokenRequested", "waiterCancelled", "interrupted",
            "refreshRetryDue", "networkAvailable", "storeRetryDue", "answer refreshed", "answer rejected",
            "answer failed", "answer superseded", "answer too late", "storeRead", "read failure", "storeWritten",
            "storeWriteFailed",
        ]
        let effects: Set = [
            "save add", "save updateTokens", "save updateAccount", "save end", "save select", "save enqueueRevocation",
            "save removeRevocation", "refreshTokens", "scheduleRefreshRetry", "scheduleStoreRetry", "completeRequest",
            "settle storeLocked",
        ]
        let answers: Set = [
            "resumeWaiter", "resume network", "resume cancelled", "resume storeLocked", "resume requested",
            "resume endedByServer", "resume interruptedRefresh", "resume endedByAnotherProcess",
        ]
        let events: Set = [
            "event signedIn", "event refreshed", "event wentOffline", "event cameOnline", "event becameCurrent",
            "event requested", "event endedByServer", "event interruptedRefresh", "event endedByAnotherProcess",
        ]
        let states: Set = [
            "state unknown", "state signedIn", "state signedInOffline", "state noSession", "state requested",
            "state endedByServer", "state interruptedRefresh", "state endedByAnotherProcess",
        ]
        let ends: Set = ["byApp", "byAnotherSignIn", "byAnotherProcess", "byServer", "byInterruptedRefresh"]
        for expected in [inputs, effects, answers, events, states, Set(ends.map { "ended \($0)" })] {
            #expect(expected.subtracting(observed) == [])
        }
    }
}
