package import Foundation
package import GatehouseStore
import GatehouseStoreSQL

extension PostgresStore {
    /// The number of months that have a partition before they begin.
    private static let monthsAhead = 2

    /// Creates the missing partitions; that of the current month fails if its first rows are written meanwhile.
    package func createPartitions(at now: Date) async throws(StoreError) {
        let existing = Set(try await partitions())
        var month = Month(of: now)
        var creations: [String] = []
        for _ in 0...Self.monthsAhead {
            creations += PartitionedTable.allCases.filter { !existing.contains($0.partition(of: month)) }
                .map { $0.creation(of: month) }
            month = month.next
        }
        try await runAll(creations)
    }

    package func dropPartitions(
        at now: Date,
        sessions: Date,
        events: Date?
    ) async throws(StoreError) -> [String] {
        let existing = try await partitions()
        try await runAll(
            existing.compactMap { PartitionedTable.removal(of: $0, at: now, sessions: sessions, events: events) }
        )
        let remaining = Set(try await partitions())
        return existing.filter { !remaining.contains($0) }
    }

    private func partitions() async throws(StoreError) -> [String] {
        let query = SQLQuery("partition", SQLText(sqlite: "", postgres: PartitionedTable.list))
        return try await all(query) { row throws(StoreError) in try row.text("name") }
    }

    /// Runs statements, each in a transaction; a failure is thrown after all others were tried.
    private func runAll(_ statements: [String]) async throws(StoreError) {
        var failure: StoreError?
        for statement in statements {
            do throws(StoreError) {
                try await write([.init(PreparedQuery(statement))], to: sweeps) { _ in }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }
}
