import GatehouseConcurrency
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct IntegrityWatchTests {
    @Test(arguments: [false, true]) func checksAtStartAndDaily(isDown: Bool) async throws {
        let server = try ServerHarness()
        server.store.isDown = isDown
        let waits = Mutex<[Duration]>([])
        let watch = server.identity.jobs.integrityWatch { duration in
            let count = waits.withLock { waits in
                waits.append(duration)
                return waits.count
            }
            if count == 3 { throw CancellationError() }
        }
        await watch.run()
        #expect(waits.withLock { $0 } == Array(repeating: .seconds(86_400), count: 3))
        let checks = server.store.operations.filter { $0.contains("integrity") }
        #expect(checks.map { $0.contains("true") } == [true, false, false])
    }
}
