import Foundation
import GatehouseStore
import Testing

@testable import GatehouseStorePostgres

/// Connections whose server keeps the connection open but does not respond.
@Suite(.needsPostgres) struct UnresponsiveServerTests {
    /// One second of silence, for short statements.
    private static let short = StatementTimeouts(statement: 0, lock: 0, silence: 1000)

    @Test func detectsSuspendedServer() async throws {
        try await TestDatabase.with { database throws in
            let connection = try PostgresConnection(to: database.url, Self.short)
            let server = try SuspendedServer(of: connection)
            #expect(throws: PostgresConnectionError.lost) { try connection.execute("SELECT 1") }
            server.resume()
        }
        try await TestDatabase.with { database throws in
            let connection = try PostgresConnection(to: database.url, Self.short)
            let server = try SuspendedServer(of: connection)
            #expect(throws: PostgresConnectionError.lost) {
                try connection.run([[PreparedQuery("SELECT 1")]]) { _, _, _ in }
            }
            server.resume()
        }
    }

    @Test(arguments: [StatementTimeouts.migrating, .copying])
    func toleratesSilenceOfLongStatements(timeouts: StatementTimeouts) async throws {
        try await TestDatabase.with { database throws in
            let connection = try PostgresConnection(to: database.url, timeouts)
            #expect(try connection.execute("SELECT 7 FROM pg_sleep(1.5)") == "7")
        }
    }

    @Test func retriesReadOverOtherConnectionAfterSilence() async throws {
        try await TestDatabase.with { database throws in
            let queue = RequestQueue<PostgresRead>()
            let worker = ConnectionWorker(to: database.url, name: "reader", Self.short, environment: .live)
            let serving = Task { await worker.serve(reads: queue) }
            let process = "SELECT CAST(pg_backend_pid() AS BIGINT) AS value"
            let first = try #require(try await queue.value(of: process))
            let server = SuspendedServer(Int32(first))
            let second = try #require(try await queue.value(of: process))
            #expect(second != first)
            server.resume()
            queue.close()
            await serving.value
        }
    }

    @Test func allowsSilenceUntilStatementTimeout() {
        for timeouts in [StatementTimeouts.reading, .writing] {
            #expect(timeouts.lock < timeouts.statement)
            // The rest is for the transmission, and for previous statements.
            #expect(timeouts.silence.map { Int($0) >= timeouts.statement + 5000 } == true)
        }
        #expect(StatementTimeouts.reading.silence == 15_000)
        #expect(StatementTimeouts.writing.silence == 75_000)
        #expect(StatementTimeouts.migrating.silence == nil)
        #expect(StatementTimeouts.copying.silence == nil)
    }
}
