import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

@Suite(.needsPostgres) struct PostgresConnectionTests {
    @Test func runsPipelineLargerThanAllBuffers() async throws {
        try await TestDatabase.with { database throws in
            let texts = (0..<300).map { String(repeating: String($0 % 10), count: 100_000) }
            let queries = texts.map { PreparedQuery("SELECT $1 AS text", StatementParameters([.text($0)])) }
            let connection = try PostgresConnection(to: database.url, .reading)
            var received: [String?] = []
            try connection.run([queries]) { _, _, result in
                guard case .done(let rows) = result else { return }
                received.append(try? rows.first("text") { row throws(StoreError) in try row.text("text") })
            }
            #expect(received == texts)
        }
    }

    @Test func skipsRestOfFailedSectionOnly() async throws {
        try await TestDatabase.with { database throws in
            let connection = try PostgresConnection(to: database.url, .reading)
            let (good, bad, unknown) = (
                PreparedQuery("SELECT 1"), PreparedQuery("SELECT 1 / $1", StatementParameters([.integer(0)])),
                PreparedQuery("SELECT * FROM nothing")
            )
            for _ in 1...2 {
                var results: [String] = []
                try connection.run([[good, bad, good], [unknown], [good]]) { section, place, result in
                    let name =
                        switch result {
                        case .done: "done"
                        case .failed(let state): state.rawValue
                        case .skipped: "skipped"
                        }
                    results.append("\(section).\(place) \(name)")
                }
                #expect(
                    results == ["0.0 done", "0.1 22012", "0.2 skipped", "1.0 42P01", "2.0 done"]
                )
            }
        }
    }

    @Test func configuresSessions() async throws {
        try await TestDatabase.with { database throws in
            let alter = "ALTER DATABASE \(database.name)"
            try await database.execute(
                "\(alter) SET synchronous_commit = off; \(alter) SET default_transaction_isolation = serializable"
            )
            let expected = [
                "synchronous_commit": "on", "transaction_isolation": "read committed", "statement_timeout": "10s",
                "lock_timeout": "3s", "idle_in_transaction_session_timeout": "5s", "application_name": "gatehouse",
                "client_encoding": "UTF8", "jit": "off",
            ]
            for (setting, value) in expected {
                #expect(try await database.execute("SHOW \(setting)") == value)
            }
        }
    }

    @Test(arguments: [
        ("postgres://gatehouse:hunter2@[bad/x", "The database URL is invalid."),
        ("postgres://gatehouse:hunter2%zz@localhost/x", "The database URL is invalid."),
        (
            "postgres://gatehouse:hunter2@%2Fnowhere/x",
            "The database server cannot be reached. Check host, port and TLS."
        ),
    ])
    func hidesURLInConnectionErrors(url: String, reason: String) async throws {
        await #expect(throws: StoreError.unavailable(reason)) {
            try await PostgresStore(url: Secret(url), environment: .live)
        }
    }

    @Test func explainsRejectedConnection() async throws {
        let cluster = try await PostgresCluster.shared.value
        await #expect(
            throws: StoreError.unavailable(
                "The database does not exist. Create it, or correct its name in the URL. (SQLSTATE 3D000)"
            )
        ) {
            try await PostgresStore(url: cluster.url(of: "nothing", password: "hunter2"), environment: .live)
        }
    }

    @Test func explainsReadOnlyServer() async throws {
        try await TestDatabase.with { database throws in
            try await database.alter("SET default_transaction_read_only = on")
            await #expect(throws: StoreError(.readOnlyTransaction)) {
                try await PostgresStore(url: database.url, environment: .live)
            }
            // Other tests use the database later.
            try await database.alter("RESET default_transaction_read_only")
        }
    }

    @Test func explainsExhaustedConnections() async throws {
        try await TestDatabase.with { database throws in
            let user = "\(database.name)_crowd"
            try await database.execute("CREATE ROLE \(user) LOGIN CONNECTION LIMIT 0")
            let url = Secret(database.url.reveal().replacing("//gatehouse@", with: "//\(user)@"))
            await #expect(
                throws: StoreError.exhausted(
                    "The database server has no free connections. Raise max_connections or the limit of the user or database, or close other connections: a Gatehouse server uses six, a command two."
                )
            ) { try await PostgresStore(url: url, environment: .live) }
            try await database.execute("ALTER ROLE \(user) CONNECTION LIMIT 1")
            #expect(ConnectionSettings(url).rejectionCode() == nil)
            try await database.execute("DROP ROLE \(user)")
        }
    }

    @Test func keepsUserInputOutOfServerLog() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            let marked = SampleRecords.account("a", names: [SampleRecords.email("marked-address@example.com")])
            try await store.commit([.account(.insert(marked))])
            let again = SampleRecords.account("b", names: [SampleRecords.email("marked-address@example.com")])
            await #expect(throws: StoreError.conflict(at: 0)) { try await store.commit([.account(.insert(again))]) }
            #expect(database.cluster.log.contains("division by zero"))
            #expect(!database.cluster.log.contains("marked-address"))
            await store.close()
        }
    }
}
