import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

/// Connections to a server that requires TLS.
@Suite(.needsPostgres) struct EncryptionTests {
    private let cluster: PostgresCluster

    init() async throws {
        cluster = try await PostgresCluster.encrypted.value
    }

    @Test func encryptsConnection() async throws {
        let connection = try PostgresConnection(to: try cluster.encryptedURL(of: "postgres"), .reading)
        #expect(try connection.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") == "t")
    }

    /// Exceeds all socket and TLS buffers.
    @Test func runsPipelineLargerThanAllBuffers() async throws {
        let texts = (0..<300).map { String(repeating: String($0 % 10), count: 100_000 + $0) }
        let connection = try PostgresConnection(to: try cluster.encryptedURL(of: "postgres"), .reading)
        for _ in 1...3 {
            var received: [String?] = []
            try connection.run([texts.map { PreparedQuery("SELECT $1 AS text", StatementParameters([.text($0)])) }]) {
                _,
                _,
                result in
                guard case .done(let rows) = result else { return }
                received.append(try? rows.first("text") { row throws(StoreError) in try row.text("text") })
            }
            #expect(received == texts)
        }
    }

    @Test(arguments: [1, 100, 16_000, 16_383, 16_384, 16_385, 70_000])
    func receivesResultsOfAnySize(size: Int) async throws {
        let connection = try PostgresConnection(to: try cluster.encryptedURL(of: "postgres"), .reading)
        for _ in 1...20 {
            #expect(try connection.execute("SELECT repeat('x', \(size))")?.count == size)
        }
    }

    @Test func conformsOverTLS() async throws {
        let maker = try PostgresConnection(to: try cluster.encryptedURL(of: "postgres"), .copying)
        for (number, test) in StoreContractTest.allCases.enumerated() {
            let name = "encrypted\(number)"
            try maker.execute("CREATE DATABASE \(name) TEMPLATE template0")
            let url = try cluster.encryptedURL(of: name)
            let store = try await PostgresStore(url: url, readers: 2, environment: .live)
            try await test.run(on: store)
            await store.close()
        }
    }

    @Test func detectsSuspendedServer() async throws {
        let timeouts = StatementTimeouts(statement: 0, lock: 0, silence: 1000)
        let connection = try PostgresConnection(to: try cluster.encryptedURL(of: "postgres"), timeouts)
        let server = try SuspendedServer(of: connection)
        #expect(throws: PostgresConnectionError.lost) { try connection.execute("SELECT 1") }
        server.resume()
    }

    @Test func rejectsUntrustedServer() async throws {
        let reason = "The database server cannot be reached. Check host, port and TLS."
        let another = "/etc/ssl/certs/ca-certificates.crt"
        let untrusted = [
            try cluster.encryptedURL(of: "postgres", at: "127.0.0.1"),
            try cluster.encryptedURL(of: "postgres", trusting: another),
            try cluster.encryptedURL(of: "postgres", mode: "verify-ca", trusting: another),
        ]
        for url in untrusted {
            await #expect(throws: StoreError.unavailable(reason)) {
                try await PostgresStore(url: url, environment: .live)
            }
        }
        await #expect(
            throws: StoreError.unavailable(
                "The database server does not admit this user from here. Check user, TLS and pg_hba.conf. (SQLSTATE 28000)"
            )
        ) {
            try await PostgresStore(url: try cluster.encryptedURL(of: "postgres", mode: "disable"), environment: .live)
        }
    }
}
