import Foundation
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

/// A database for one test.
struct TestDatabase: Sendable {
    let cluster: PostgresCluster
    let name: String

    var url: Secret { cluster.url(of: name) }

    /// Runs the body with an empty database.
    static func with(_ body: (TestDatabase) async throws -> Void) async throws {
        let database = try await DatabasePool.shared.borrow()
        do {
            try await body(database)
        } catch {
            await DatabasePool.shared.release(database)
            throw error
        }
        await DatabasePool.shared.release(database)
    }

    /// Creates the database.
    func create(_ options: String = "") async throws {
        _ = try await Self.execute(
            "CREATE DATABASE \(name) TEMPLATE template0 \(options)",
            at: cluster.url(of: "postgres"),
            .copying
        )
    }

    func store(readers: Int = 2) async throws -> PostgresStore {
        try await PostgresStore(url: url, readers: readers, environment: .live)
    }

    /// Runs a statement on a new connection, and returns the first value.
    @discardableResult
    func execute(_ sql: String) async throws -> String? {
        try await Self.execute(sql, at: url)
    }

    /// Changes a setting of the database, on a connection to another one.
    func alter(_ change: String) async throws {
        _ = try await Self.execute("ALTER DATABASE \(name) \(change)", at: cluster.url(of: "postgres"))
    }

    /// Waits until the statement returns a value.
    func wait(until value: String, is sql: String) async throws {
        for _ in 0..<2_000 {
            if try await execute(sql) == value { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("\(sql) never returned \(value)")
    }

    /// The number of connections that wait for a lock.
    static let waitingCount = """
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        """

    private static func execute(
        _ sql: String,
        at url: Secret,
        _ timeouts: StatementTimeouts = .reading
    ) async throws -> String? {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try PostgresConnection(to: url, timeouts).execute(sql) })
            }
        }
    }
}

extension RetryTiming {
    static let live = RetryTiming(
        wait: { try await Task.sleep(for: $0) },
        random: { Double.random(in: 0..<1) }
    )
}
