package import Foundation
package import GatehouseStore
import GatehouseStoreSQL

extension PostgresStore {
    /// The number of months that have a partition before they begin.
    private static let monthsAhead = 2

    package func maintainPartitions(
        at now: Date,
        sessions: Date,
        events: Date?
    ) async throws(StoreError) -> [String] {
        let existing = try await partitions()
        try await createPartitions(at: now, besides: Set(existing))
        for name in existing {
            if let month = PartitionedTable.sessions.month(ofPartition: name), month.next.start <= now {
                // A session that has ended holds its month until a sweep deletes it, as replays must find it.
                let kept = "expiry_day >= \(sessions.day)"
                try await run(PartitionedTable.sessions.removal(of: name, keeping: kept))
            }
            if let events, let month = PartitionedTable.auditEvents.month(ofPartition: name),
                month.next.start <= events
            {
                try await run(PartitionedTable.auditEvents.removal(of: name, keeping: "false"))
            }
        }
        let remaining = Set(try await partitions())
        return existing.filter { !remaining.contains($0) }
    }

    /// Creates the missing partitions.
    ///
    /// A failure does not skip the others: that of the current month fails if its first rows are written meanwhile.
    private func createPartitions(at now: Date, besides existing: Set<String>) async throws(StoreError) {
        var month = Month(of: now)
        var failure: StoreError?
        for _ in 0...Self.monthsAhead {
            for table in PartitionedTable.allCases where !existing.contains(table.partition(of: month)) {
                do throws(StoreError) { try await run(table.creation(of: month)) } catch { failure = error }
            }
            month = month.next
        }
        if let failure { throw failure }
    }

    private func partitions() async throws(StoreError) -> [String] {
        let query = SQLQuery("partition", SQLText(sqlite: "", postgres: PartitionedTable.list))
        return try await all(query) { row throws(StoreError) in try row.text("name") }
    }

    private func run(_ statement: String) async throws(StoreError) {
        try await write([.init(PreparedQuery(statement))], to: sweeps) { _ in }
    }
}
