import Testing

extension Facade {
    /// Log-ins, log-outs and other calls run into each other, in whatever order the system runs their tasks.
    ///
    /// The orders that a seed repeats are in `KiiSwitchingTests`.
    @Suite struct SwitchTests {
        private static let schedules = 2000

        @Test(.timeLimit(.minutes(5))) func nothingOfOneUserEverLandsInTheSlotOfAnother() async throws {
            var problems: [String] = []
            for seed in 0..<UInt64(Self.schedules) {
                problems += try await Schedule(seed: seed).run()
                if problems.count > 5 { break }
            }
            #expect(problems == [])
        }
    }
}
