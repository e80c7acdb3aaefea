import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

/// A server that can be reached over TLS alone.
@Suite(.needsPostgres) struct EncryptionTests {
    private let cluster: PostgresCluster

    init() async throws {
        cluster = try await PostgresCluster.encrypted.value
    }

    @Test func whatIsSaidIsEncrypted() async throws {
        let link = try Link(to: try cluster.encryptedURL(of: "postgres"), .reading)
        #expect(try link.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") == "t")
    }

    /// More than all buffers hold, of the sockets and of TLS, so that bytes wait at every place where they can.
    @Test func aPipelineMayBeBiggerThanAllBuffersBothWays() async throws {
        let texts = (0..<300).map { String(repeating: String($0 % 10), count: 100_000 + $0) }
        let link = try Link(to: try cluster.encryptedURL(of: "postgres"), .reading)
        for _ in 1...3 {
            var received: [String?] = []
            try link.run([texts.map { Query("SELECT \($0) AS text") }]) { _, _, outcome in
                guard case .done(let rows) = outcome else { return }
                received.append(try? rows.first("text") { row throws(StoreError) in try row.text("text") })
            }
            #expect(received == texts)
        }
    }

    @Test(arguments: [1, 100, 16_000, 16_383, 16_384, 16_385, 70_000])
    func anAnswerOfAnySizeComes(size: Int) async throws {
        let link = try Link(to: try cluster.encryptedURL(of: "postgres"), .reading)
        for _ in 1...20 {
            #expect(try link.execute("SELECT repeat('x', \(size))")?.count == size)
        }
    }

    @Test func theStoreConforms() async throws {
        let maker = try Link(to: try cluster.encryptedURL(of: "postgres"), .migrating)
        for (number, storeCase) in StoreCase.allCases.enumerated() {
            let name = "encrypted\(number)"
            try maker.execute("CREATE DATABASE \(name) TEMPLATE template0")
            let url = try cluster.encryptedURL(of: name)
            let store = try await PostgresStore(url: url, readers: 2, environment: .live)
            try await storeCase.run(on: store)
            await store.close()
        }
    }

    @Test func aServerThatSaysNothingCountsAsGone() async throws {
        let patience = Patience(statement: 0, lock: 0, silence: 1000)
        let link = try Link(to: try cluster.encryptedURL(of: "postgres"), patience)
        let server = try SuspendedServer(of: link)
        #expect(throws: LinkError.lost) { try link.execute("SELECT 1") }
        server.resume()
    }

    @Test func whoeverIsNotTheServerIsNotTrusted() async throws {
        let reason = "The database server cannot be reached: check host, port and TLS."
        let another = "/etc/ssl/certs/ca-certificates.crt"
        let unproven = [
            try cluster.encryptedURL(of: "postgres", at: "127.0.0.1"),
            try cluster.encryptedURL(of: "postgres", trusting: another),
            try cluster.encryptedURL(of: "postgres", mode: "verify-ca", trusting: another),
        ]
        for url in unproven {
            await #expect(throws: StoreError.unavailable(reason)) {
                try await PostgresStore(url: url, environment: .live)
            }
        }
        await #expect(
            throws: StoreError.unavailable(
                "The database server refused the connection: check user, password, database name and TLS."
            )
        ) {
            try await PostgresStore(url: try cluster.encryptedURL(of: "postgres", mode: "disable"), environment: .live)
        }
    }
}
