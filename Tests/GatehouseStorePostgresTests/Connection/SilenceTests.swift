import Foundation
import GatehouseStore
import Testing

@testable import GatehouseStorePostgres

/// What becomes of a link whose server keeps the connection open and says nothing.
@Suite(.needsPostgres) struct SilenceTests {
    /// A second of silence, where there are none but short statements.
    private static let short = Patience(statement: 0, lock: 0, silence: 1000)

    @Test func aSilentServerCountsAsGone() async throws {
        try await TestDatabase.with { database throws in
            let link = try Link(to: database.url, Self.short)
            let server = try SuspendedServer(of: link)
            #expect(throws: LinkError.lost) { try link.execute("SELECT 1") }
            server.resume()
        }
        try await TestDatabase.with { database throws in
            let link = try Link(to: database.url, Self.short)
            let server = try SuspendedServer(of: link)
            #expect(throws: LinkError.lost) { try link.run([[Query("SELECT 1")]]) { _, _, _ in } }
            server.resume()
        }
    }

    @Test(arguments: [Patience.migrating, .copying])
    func whatMayTakeLongMayBeSilentForLong(patience: Patience) async throws {
        try await TestDatabase.with { database throws in
            let link = try Link(to: database.url, patience)
            #expect(try link.execute("SELECT 7 FROM pg_sleep(1.5)") == "7")
        }
    }

    @Test func aReadThatGotNoWordIsAskedOverAnotherConnection() async throws {
        try await TestDatabase.with { database throws in
            let queue = JobQueue<ReadJob>()
            let connection = Connection(to: database.url, name: "reader", Self.short, environment: .live)
            let serving = Task { await connection.serve(reads: queue) }
            let process: SQL = "SELECT CAST(pg_backend_pid() AS BIGINT) AS value"
            let first = try #require(try await queue.value(of: process))
            let server = SuspendedServer(Int32(first))
            let second = try #require(try await queue.value(of: process))
            #expect(second != first)
            server.resume()
            queue.close()
            await serving.value
        }
    }

    @Test func silenceCountsOnlyOnceNoStatementMayStillRun() {
        for patience in [Patience.reading, .writing] {
            #expect(patience.lock < patience.statement)
            // The rest is for the answer's way, and for statements before that one.
            #expect(patience.silence.map { Int($0) >= patience.statement + 5000 } == true)
        }
        #expect(Patience.reading.silence == 15_000)
        #expect(Patience.writing.silence == 75_000)
        #expect(Patience.migrating.silence == nil)
        #expect(Patience.copying.silence == nil)
    }
}
