import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseStore
import Logging
import Testing
import UnixSignals

@testable import GatehouseCommands

@Suite struct ShutdownDrainTests {
    @Test func handlesSignalThatArrivesBeforeItRuns() async throws {
        let environment = ServerEnvironment(
            now: { Terminal.now },
            random: RandomSource { Data(count: $0) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let readiness = ReadinessProbe(
            store: MemoryStore(),
            environment: environment,
            faults: FailureLog(environment: environment).faults,
            clock: nil
        )
        let waits = Mutex<[Duration]>([])
        // A signal that the test's process does not receive otherwise.
        let drain = ShutdownDrain(
            signals: await UnixSignalsSequence(trapping: .sigusr2),
            time: .seconds(7),
            readiness: readiness,
            wait: { time in waits.withLock { $0.append(time) } },
            logger: environment.logger
        )
        kill(getpid(), SIGUSR2)
        try await drain.run()
        #expect(await readiness.isDraining)
        #expect(waits.withLock { $0 } == [.seconds(7)])
    }
}
