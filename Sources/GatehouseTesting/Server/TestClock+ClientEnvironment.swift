import Foundation
package import Gatehouse

extension TestClock {
    /// An environment for a client with this clock as its only clock.
    ///
    /// Waiting for a caller's sake takes no time and advances the clock. Background waits, such as before a refresh
    /// retry, last until the test advances the clock.
    package var environment: ClientEnvironment {
        var environment = ClientEnvironment(
            now: { self.now },
            sleep: {
                try Task.checkCancellation()
                self.advance(by: TimeInterval($0.components.seconds))
            },
            backgroundSleep: { try await self.sleep(for: $0) }
        )
        environment.eventLog = TestTrace.eventLog
        return environment
    }
}
