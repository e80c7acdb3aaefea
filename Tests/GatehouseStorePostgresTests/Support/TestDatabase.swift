import Foundation
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

/// A database of its own for one test.
struct TestDatabase: Sendable {
    let cluster: PostgresCluster
    let name: String

    var url: Secret { cluster.url(of: name) }

    /// Lends an empty one.
    static func with(_ body: (TestDatabase) async throws -> Void) async throws {
        let database = try await DatabasePool.shared.borrow()
        do {
            try await body(database)
        } catch {
            await DatabasePool.shared.takeBack(database)
            throw error
        }
        await DatabasePool.shared.takeBack(database)
    }

    /// Makes it.
    func create(_ options: String = "") async throws {
        _ = try await Self.execute(
            "CREATE DATABASE \(name) TEMPLATE template0 \(options)",
            at: cluster.url(of: "postgres")
        )
    }

    func store(readers: Int = 2) async throws -> PostgresStore {
        try await PostgresStore(url: url, readers: readers, environment: .live)
    }

    /// Runs a statement on a connection made for it; answers the first value.
    @discardableResult
    func execute(_ sql: String) async throws -> String? {
        try await Self.execute(sql, at: url)
    }

    /// Waits until the statement answers that.
    func wait(until answer: String, is sql: String) async throws {
        for _ in 0..<2_000 {
            if try await execute(sql) == answer { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("\(sql) never was \(answer)")
    }

    /// How many connections wait for a lock.
    static let waitingCount = """
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        """

    private static func execute(_ sql: String, at url: Secret) async throws -> String? {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try Link(to: url, .reading).execute(sql) })
            }
        }
    }
}

extension ConnectionEnvironment {
    static let live = ConnectionEnvironment(
        wait: { try await Task.sleep(for: $0) },
        random: { Double.random(in: 0..<1) }
    )
}
