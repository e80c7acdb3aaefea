import Foundation
import GatehouseConcurrency
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseStoreSQLite
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

/// Copies from an SQLite store.
@Suite(.needsPostgres) struct PostgresCopyTargetTests {
    private let source: SourceFile

    init() throws {
        source = try SourceFile()
    }

    private func target(_ database: TestDatabase) -> PostgresCopyTarget {
        PostgresCopyTarget(url: database.url, environment: .live)
    }

    /// Copies the current records of the source.
    @discardableResult
    private func copy(to database: TestDatabase) async throws -> RowCounts {
        try await target(database).fill(from: source.snapshot()) { _ in }
    }

    // MARK: - The schemas

    @Test func copiesEveryTableWithRecords() async throws {
        try await TestDatabase.with { database throws in
            await (try database.store()).close()
            let names = try await database.execute(
                "SELECT string_agg(tablename, ' ') FROM pg_tables WHERE schemaname = current_schema()"
            )
            let others = [
                "audit_events_default", "health", "leases", "schema_migrations", "sessions_default", "sessions_older",
            ]
            #expect(
                (names ?? "").split(separator: " ").map(String.init).sorted()
                    == (TableName.allCases.map(\.name) + others).sorted()
            )
        }
    }

    @Test func rejectsUnknownColumnsOnBothSides() async throws {
        try await TestDatabase.with { database throws in
            let counts = try await copy(to: database)
            #expect(counts.total == 0)
            try await database.execute("ALTER TABLE consents ADD COLUMN later BIGINT")
            await #expect(throws: CopyError.unknownColumn(.consents, "later")) { try await copy(to: database) }
            try await database.execute("ALTER TABLE consents DROP COLUMN later, DROP COLUMN granted_at")
            await #expect(throws: CopyError.unknownColumn(.consents, "granted_at")) { try await copy(to: database) }
        }
    }

    // MARK: - The records

    @Test func updatesStatisticsAfterCopy() async throws {
        try await TestDatabase.with { database throws in
            try await source.store.commit(SampleData.changes)
            let counts = try await copy(to: database)
            for table in [TableName.accounts, .sessions] {
                let sql = "SELECT reltuples::bigint FROM pg_class WHERE oid = '\(table.name)'::regclass"
                #expect(try await database.execute(sql) == "\(counts[table])")
                #expect(counts[table] > 0)
            }
        }
    }

    @Test func copiesAllRecords() async throws {
        try await TestDatabase.with { database throws in
            try await source.store.commit(SampleData.changes)
            try await source.store.commit(SampleData.later)
            let counts = try await copy(to: database)
            #expect(TableName.allCases.map { counts[$0] } == SampleData.counts)
            let store = try await database.store()
            let contents = try await SampleData.Contents(of: store)
            #expect(contents.isComplete)
            #expect(try await contents == SampleData.Contents(of: source.store))
            let day = try await database.execute("SELECT expiry_day * 86400000 <= expires_at FROM sessions LIMIT 1")
            #expect(day == "t")
            await store.close()
        }
    }

    @Test func copiesRowsToPartitionsOfTheirMonths() async throws {
        try await TestDatabase.with { database throws in
            let past = SampleRecords.now - 400 * 86_400
            let store = try await database.store()
            try await store.createPartitions(at: SampleRecords.now)
            await store.close()
            var changes: [Change] = [
                .account(.insert(SampleRecords.account())), .client(.insert(SampleRecords.client())),
            ]
            let ids: [Session.ID] = [
                Session.ID(random: "past", startingAt: past), Session.ID(random: "now", startingAt: SampleRecords.now),
                "older server", "2613-of an older server",
            ]
            changes += ids.map { .session(.insert(SampleRecords.session($0, expiresAt: SampleRecords.now + 60))) }
            changes += [past, SampleRecords.now].enumerated().map { number, date in
                .audit(AuditEvent(id: .init("\(number)"), at: date, kind: .signedIn))
            }
            try await source.store.commit(changes)
            try await copy(to: database)
            let rows = [
                "sessions_202508": "1", "sessions_202609": "1", "sessions_older": "1", "sessions_default": "1",
                "audit_events_202508": "1", "audit_events_202609": "1", "audit_events_default": "0",
            ]
            for (partition, count) in rows {
                #expect(try await database.execute("SELECT count(*) FROM \(partition)") == count, "\(partition)")
            }
        }
    }

    @Test func copiesEventsWithImplausibleDates() async throws {
        try await TestDatabase.with { database throws in
            let dates = [-1, 253_402_300_800_000, 900_000_000_000_000_000].map { Date(milliseconds: $0) }
            try await source.store.commit(
                dates.enumerated().map { number, date in
                    .audit(AuditEvent(id: .init("\(number)"), at: date, kind: .signedIn))
                }
            )
            try await copy(to: database)
            #expect(try await database.execute("SELECT count(*) FROM audit_events_default") == "3")
        }
    }

    @Test func continuesFromCopiedState() async throws {
        try await TestDatabase.with { database throws in
            try await source.store.commit(SampleData.changes)
            try await source.store.commit(SampleData.later)
            try await copy(to: database)
            let store = try await database.store()
            let (now, later) = (SampleRecords.now + 60, SampleRecords.now + 7200)

            // A refresh continues from the copied counter.
            let session = try #require(try await store.session("session"))
            #expect(session.counter == 2)
            await #expect(throws: StoreError.conflict(at: 0)) {
                try await store.commit([.session(.renew("session", from: 1, to: 2, at: now, expiresAt: later))])
            }
            try await store.commit([.session(.renew("session", from: 2, to: 3, at: now, expiresAt: later))])
            #expect(try await store.session("session")?.counter == 3)

            // A code is redeemed once, on either side.
            await #expect(throws: StoreError.conflict(at: 0)) {
                try await store.commit([.code(.redeem("spent", session: "session", at: now))])
            }
            try await store.commit([.code(.redeem("fresh", session: "session", at: now))])
            await #expect(throws: StoreError.conflict(at: 0)) {
                try await store.commit([.code(.redeem("fresh", session: "session", at: now))])
            }

            // New records are ordered after the copied ones.
            try await store.commit([.audit(AuditEvent(id: "new", at: SampleRecords.now, kind: .signedOut))])
            #expect(try await store.events(of: nil, before: nil, limit: 1).map(\.id) == ["new"])
            try await store.commit([.account(.insert(SampleRecords.account("third")))])
            #expect(try await store.accounts(after: nil, limit: 9).map(\.id) == ["ada", "grace", "third"])

            // A user code is available when its last device has expired.
            var device = SampleRecords.device("another")
            await #expect(throws: StoreError.conflict(at: 0)) { try await store.commit([.device(.insert(device))]) }
            device = SampleData.device("another", at: SampleRecords.now + 2000)
            try await store.commit([.device(.insert(device))])

            // One key is in use.
            await #expect(throws: StoreError.conflict(at: 0)) {
                try await store.commit([.key(.insert(SampleRecords.key("second")))])
            }
            await store.close()
        }
    }

    @Test func copiesManyRowsInChunks() async throws {
        try await TestDatabase.with { database throws in
            let accounts = (1...2500).map {
                SampleRecords.account(.init("account \($0)"), names: [SampleRecords.email("a\($0)@example.com")])
            }
            try await source.store.commit(accounts.map { .account(.insert($0)) })
            let reports = Mutex<[CopyProgress]>([])
            let counts = try await target(database).fill(from: source.snapshot()) { report in
                reports.withLock { $0.append(report) }
            }
            #expect(counts[.accounts] == 2500)
            #expect(counts[.accountIdentifiers] == 2500)
            let rows = reports.withLock { $0 }
            #expect(rows.map(\.rows) == rows.map(\.rows).sorted())
            #expect(rows.filter { $0.table == .accounts }.map(\.rows) == [0, 1000, 2000, 2500])
            #expect(rows.last?.rows == 5000)
            #expect(rows.allSatisfy { $0.total == 5000 })
            let store = try await database.store()
            #expect(try await store.account(.email, "a2500@example.com") == accounts.last)
            await store.close()
        }
    }

    // MARK: - Errors

    @Test func keepsNonEmptyTargetUnchanged() async throws {
        try await TestDatabase.with { database throws in
            try await source.store.commit(SampleData.changes)
            let store = try await database.store()
            try await store.commit([.key(.insert(SampleRecords.key("theirs")))])
            await #expect(throws: CopyError.notEmpty(.keys, rows: 1)) { try await copy(to: database) }
            #expect(try await store.keys().map(\.id) == ["theirs"])
            #expect(try await store.accounts(after: nil, limit: 9) == [])
            await store.close()
        }
    }

    @Test func failsWhileOtherCopyIsInProgress() async throws {
        try await TestDatabase.with { database throws in
            await (try database.store()).close()
            let blocker = try Blocker(database, PostgresMigrations.lock)
            await #expect(throws: CopyError.busy) { try await copy(to: database) }
            try await blocker.release()
            try await copy(to: database)
        }
    }

    @Test func rollsBackInterruptedCopy() async throws {
        try await TestDatabase.with { database throws in
            try await source.store.commit(SampleData.changes)
            let snapshot = try await source.snapshot()
            let broken = InterruptedSource(base: snapshot, table: .auditEvents) { () throws(CopyError) in
                throw .source(.corrupt("database file"))
            }
            await #expect(throws: CopyError.source(.corrupt("database file"))) {
                try await target(database).fill(from: broken) { _ in }
            }
            let url = database.url
            let disconnected = InterruptedSource(base: snapshot, table: .sessions) { () throws(CopyError) in
                do {
                    try PostgresConnection(to: url, .reading).execute(
                        """
                        SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()
                        """
                    )
                } catch {
                    Issue.record("The connection was not terminated: \(error)")
                }
            }
            await #expect(throws: CopyError.target(.connectionLost)) {
                try await target(database).fill(from: disconnected) { _ in }
            }
            for table in TableName.allCases {
                #expect(try await database.execute("SELECT count(*) FROM \(table.name)") == "0")
            }
            // Another copy succeeds afterwards.
            #expect(try await copy(to: database)[.accounts] == 2)
        }
    }

    @Test func rollsBackWhenRowCountsDiffer() async throws {
        try await TestDatabase.with { database throws in
            try await source.store.commit(SampleData.changes)
            var odd = InterruptedSource(base: try await source.snapshot(), table: .consents) { () throws(CopyError) in }
            odd.surplus = 1
            let wrong = odd
            await #expect(throws: CopyError.different(.consents, source: 2, target: 1)) {
                try await target(database).fill(from: wrong) { _ in }
            }
            #expect(try await database.execute("SELECT count(*) FROM accounts") == "0")
        }
    }

    @Test(arguments: [ColumnValue.text("a\0b"), .bytes(Data("ab".utf8)), .integer(1)])
    func reportsColumnOfUnstorableValue(value: ColumnValue) async throws {
        try await TestDatabase.with { database throws in
            try await source.store.commit([.audit(SampleRecords.event)])
            let odd = EditedSource(base: try await source.snapshot(), table: .auditEvents) { row in
                row.map { $0 == .text(SampleRecords.event.kind.rawValue) ? value : $0 }
            }
            await #expect(throws: CopyError.unstorable(.auditEvents, column: "kind")) {
                try await target(database).fill(from: odd) { _ in }
            }
        }
    }

    @Test func rejectsDanglingReferences() async throws {
        try await TestDatabase.with { database throws in
            try await source.store.commit(SampleData.changes)
            let orphans = EditedSource(base: try await source.snapshot(), table: .accounts) { _ in nil }
            await #expect(throws: CopyError.refused(.accountIdentifiers, .unavailable("SQLSTATE 23503."))) {
                try await target(database).fill(from: orphans) { _ in }
            }
            #expect(try await database.execute("SELECT count(*) FROM clients") == "0")
        }
    }

    @Test func reportsMissingDatabase() async throws {
        let cluster = try await PostgresCluster.shared.value
        let missing = PostgresCopyTarget(url: cluster.url(of: "missing"), environment: .live)
        let reason = "The database does not exist. Create it, or correct its name in the URL. (SQLSTATE 3D000)"
        let snapshot = try await source.snapshot()
        await #expect(throws: CopyError.target(.unavailable(reason))) {
            try await missing.fill(from: snapshot) { _ in }
        }
    }
}
