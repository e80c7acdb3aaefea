import GRDB
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseTestSupport
import Testing

@testable import GatehouseStoreSQLite

/// The plans of queries that run every second, also on a large audit log.
@Suite struct AuditPlanTests {
    private let directory = TemporaryDirectory()

    @Test(arguments: [
        SQLQuery("position", AuditEvent.lastPosition),
        AuditEvent.page(matching: AuditFilter(kinds: [.signedIn], since: SampleRecords.now), after: 7, limit: 9),
        EventNotice.oldest(for: ["first", "second"], limit: 9),
    ])
    func doesNotReadWholeLogAfterStatisticsOfFewEvents(query: SQLQuery) async throws {
        let store = try directory.store()
        try await store.commit(
            (1...5).map { .audit(AuditEvent(id: .init("\($0)"), at: SampleRecords.now, kind: .signedIn)) }
        )
        try await store.close()
        let queue = try DatabaseQueue(path: directory.database)
        try await queue.write { db in try db.execute(sql: "ANALYZE") }
        try queue.close()
        // Connections read the statistics when they are opened.
        let reopened = try DatabaseQueue(path: directory.database)
        let plan = try await reopened.read { db in
            try Row.fetchAll(
                db,
                sql: "EXPLAIN QUERY PLAN \(query.text.sqlite)",
                arguments: StatementArguments(query.parameters.map { _ in 1 })
            ).map { $0["detail"] as String }
        }
        try reopened.close()
        #expect(!plan.isEmpty)
        for part in ["SCAN audit_events", "COVERING INDEX", "TEMP B-TREE"] {
            #expect(!plan.contains { $0.contains(part) }, "\(plan)")
        }
    }
}
