import Foundation
import Testing

@testable import GatehouseStorePostgres

/// A pool of databases in the shared cluster, one for each concurrent test.
actor DatabasePool {
    static let shared = DatabasePool()

    private static let size = 6

    private var free = (1...size).map { "t\($0)" }
    private var created: Set<String> = []
    private var waiting: [CheckedContinuation<String, Never>] = []

    /// Returns an empty database, waiting until one is free.
    func borrow() async throws -> TestDatabase {
        let cluster = try await PostgresCluster.shared.value
        let name =
            if let name = free.popLast() { name } else {
                await withCheckedContinuation { waiting.append($0) }
            }
        let database = TestDatabase(cluster: cluster, name: name)
        if created.insert(name).inserted {
            try await database.create()
        } else {
            try await database.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        }
        return database
    }

    func release(_ database: TestDatabase) {
        if waiting.isEmpty {
            free.append(database.name)
        } else {
            waiting.removeFirst().resume(returning: database.name)
        }
    }
}
