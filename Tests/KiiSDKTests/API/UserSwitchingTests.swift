import GatehouseTestSupport
import Testing

/// Runs log-ins, log-outs and other calls concurrently, in the order in which the system schedules their tasks.
///
/// `KiiInterleavingTests` covers reproducible orders.
@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct UserSwitchingTests {
    private static let schedules = 400 * SimulationFactor.current

    @Test(.timeLimit(.minutes(5))) func keepsUsersSeparateAcrossConcurrentCalls() async throws {
        var problems: [String] = []
        for seed in 0..<Self.schedules {
            problems += try await Schedule(seed: seed).run()
            if problems.count > 5 { break }
        }
        #expect(problems == [])
    }
}
