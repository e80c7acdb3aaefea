import Foundation
public import Gatehouse

extension TestClock {
    /// What an app's client takes from the world around it, with this clock as the only one.
    ///
    /// What somebody waits for comes at once, and the clock moves on by as much. What nobody waits for, such as the next try of
    /// a refresh that failed, waits until the test moves the clock.
    public var environment: GatehouseClient.Environment {
        var environment = GatehouseClient.Environment(
            now: { self.now },
            sleep: {
                try Task.checkCancellation()
                self.advance(by: TimeInterval($0.components.seconds))
            },
            backgroundSleep: { try await self.sleep(for: $0) }
        )
        environment.flightLog = TestTrace.flightLog
        return environment
    }
}
