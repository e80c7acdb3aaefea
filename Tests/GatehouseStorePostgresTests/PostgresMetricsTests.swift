import GatehouseMetrics
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStorePostgres
import Testing

@Suite(.needsPostgres) struct PostgresMetricsTests {
    @Test func measuresCommitsAndEstimatesSessions() async throws {
        try await TestDatabase.with { database throws in
            let registry = MetricsRegistry()
            let metrics = StoreMetrics(registry, uptime: { .zero }, observe: { _ in })
            let store = try await PostgresStore(url: database.url, environment: .live, metrics: metrics)
            try await store.commit([
                .account(.insert(SampleRecords.account())), .client(.insert(SampleRecords.client())),
            ])
            for number in 0..<3 {
                try await store.commit([.session(.insert(SampleRecords.session(.init("session \(number)"))))])
            }
            #expect(try await store.estimatedSessionCount() == 0)
            try await database.execute("ANALYZE sessions")
            #expect(try await store.estimatedSessionCount() == 3)
            await store.close()
            let lines = registry.text().split(separator: "\n")
            #expect(lines.contains("gatehouse_store_commit_duration_seconds_count 4"))
            #expect(lines.contains("gatehouse_store_commit_batch_size_sum 4"))
            #expect(lines.contains("gatehouse_store_read_duration_seconds_count 2"))
            #expect(lines.contains("gatehouse_store_read_batch_size_sum 2"))
        }
    }
}
