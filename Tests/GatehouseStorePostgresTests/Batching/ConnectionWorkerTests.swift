import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

@Suite(.needsPostgres) struct ConnectionWorkerTests {
    private static let noTimeouts = StatementTimeouts(statement: 0, lock: 0, silence: nil)

    @Test func leavesQueuedReadsToConnectedWorker() async throws {
        try await TestDatabase.with { database throws in
            let user = "\(database.name)_one"
            try await database.execute("CREATE TABLE numbers AS SELECT 7::bigint AS value")
            try await database.execute("CREATE ROLE \(user) LOGIN IN ROLE gatehouse")
            let url = Secret(database.url.reveal().replacing("//gatehouse@", with: "//\(user)@"))
            let queue = RequestQueue<PostgresRead>()
            let first = ConnectionWorker(to: url, name: "first", Self.noTimeouts, environment: .live)
            let reading = Task { await first.serve(reads: queue) }
            #expect(try await queue.value(of: "SELECT value FROM numbers") == 7)
            try await database.execute("ALTER ROLE \(user) CONNECTION LIMIT 1")
            let blocker = try Blocker(database, "LOCK TABLE numbers IN ACCESS EXCLUSIVE MODE")
            let running = Task { try await queue.value(of: "SELECT value FROM numbers") }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)

            let waiting = Task { try await queue.value(of: "SELECT CAST(8 AS BIGINT) AS value") }
            let (failures, failure) = AsyncStream.makeStream(of: Void.self)
            let environment = RetryTiming(
                wait: { _ in
                    failure.yield()
                    try await Task.sleep(for: .milliseconds(1))
                },
                random: { 0 }
            )
            let second = ConnectionWorker(to: url, name: "second", Self.noTimeouts, environment: environment)
            let helping = Task { await second.serve(reads: queue) }
            // After this many attempts the only worker would fail the queued reads.
            for await _ in failures.prefix(ConnectionWorker.attempts + 1) {}
            try await blocker.release()
            #expect(try await running.value == 7)
            #expect(try await waiting.value == 8)

            queue.close()
            for task in [reading, helping] { await task.value }
            try await database.execute("DROP ROLE \(user)")
        }
    }
}
