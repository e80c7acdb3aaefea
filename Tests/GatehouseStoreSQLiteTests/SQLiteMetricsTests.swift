import Foundation
import GatehouseMetrics
import GatehouseStore
import GatehouseStoreSQL
import GatehouseStoreSQLite
import GatehouseTestSupport
import Testing

@Suite struct SQLiteMetricsTests {
    private let directory = TemporaryDirectory()

    @Test func recordsBatchesAndLatencies() async throws {
        let registry = MetricsRegistry()
        let store = try SQLiteStore(
            path: directory.database,
            metrics: StoreMetrics(registry, uptime: { .zero }, observe: { _ in })
        )
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        try await withThrowingTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    try await store.commit([
                        .counter(.increment(key: "\(number)", limit: 1, at: now, expiresAt: now + 60))
                    ])
                    #expect(try await store.counter("\(number)", at: now)?.count == 1)
                }
            }
            try await group.waitForAll()
        }
        try await store.close()
        let lines = registry.text().split(separator: "\n")
        #expect(lines.contains("gatehouse_store_commit_duration_seconds_count 50"))
        #expect(lines.contains("gatehouse_store_commit_batch_size_sum 50"))
        #expect(lines.contains("gatehouse_store_read_duration_seconds_count 50"))
        #expect(lines.contains("gatehouse_store_read_batch_size_sum 50"))
    }
}
