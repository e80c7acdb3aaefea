import Foundation
import GatehouseMetrics
import GatehouseStore
import GatehouseStoreConformance
import Testing

@Suite struct StoreMetricsTests {
    private let registry = MetricsRegistry()

    private func sample(_ start: String) -> String? {
        registry.text().split(separator: "\n").first { $0.hasPrefix(start + " ") }
            .map { String($0.dropFirst(start.count + 1)) }
    }

    @Test func observesCommittedAuditEvents() async throws {
        try await confirmation(expectedCount: 1) { observed in
            let metrics = StoreMetrics(registry, uptime: { .zero }) { event in
                #expect(event.id == "committed")
                observed()
            }
            let event = { (id: AuditEvent.ID) in
                Change.audit(AuditEvent(id: id, at: Date(timeIntervalSince1970: 0), kind: .signedIn))
            }
            try await metrics.commit([event("committed")]) {}
            await #expect(throws: StoreError.conflict(at: 0)) {
                try await metrics.commit([event("conflicting")]) { () throws(StoreError) in throw .conflict(at: 0) }
            }
        }
        #expect(sample("gatehouse_store_commit_duration_seconds_count") == "2")
    }

    @Test func countsFailuresExceptConflicts() async {
        let metrics = StoreMetrics(registry, uptime: { .zero }, observe: { _ in })
        let failures: [StoreError] = [
            .unavailable("a"), .unavailable("b"), .exhausted("c"), .corrupt("d"), .damaged("e"), .conflict(at: 1),
        ]
        for failure in failures {
            await #expect(throws: failure) { try await metrics.read { () throws(StoreError) in throw failure } }
        }
        #expect(sample("gatehouse_store_failures_total{reason=\"unavailable\"}") == "2")
        #expect(sample("gatehouse_store_failures_total{reason=\"exhausted\"}") == "1")
        #expect(sample("gatehouse_store_failures_total{reason=\"corrupt\"}") == "1")
        #expect(sample("gatehouse_store_failures_total{reason=\"damaged\"}") == "1")
        #expect(sample("gatehouse_store_failures_total{reason=\"other\"}") == "0")
        #expect(sample("gatehouse_store_read_duration_seconds_count") == "6")
    }
}
