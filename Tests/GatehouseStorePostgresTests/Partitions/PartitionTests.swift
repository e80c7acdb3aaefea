import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStorePostgres
import GatehouseStoreSQL
import Testing

/// The partitions of sessions and audit events.
@Suite(.needsPostgres) struct PartitionTests {
    private static let now = SampleRecords.now
    private static let day: TimeInterval = 86_400
    private static let list = "SELECT string_agg(relid::text, ' ' ORDER BY relid::text) FROM pg_partition_tree"

    private func with(_ body: (TestDatabase, PostgresStore) async throws -> Void) async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([
                .account(.insert(SampleRecords.account())), .client(.insert(SampleRecords.client())),
            ])
            try await body(database, store)
            await store.close()
        }
    }

    /// Returns the change that inserts a session.
    private func session(_ name: String, startingAt start: Date, expiresAt: Date) -> Change {
        let id = Session.ID(random: name, startingAt: start)
        return .session(.insert(SampleRecords.session(id, expiresAt: expiresAt)))
    }

    private func event(_ id: AuditEvent.ID, at date: Date) -> Change {
        .audit(AuditEvent(id: id, at: date, kind: .signedIn))
    }

    /// Returns the number of rows of a table or partition.
    private func count(_ table: String, in database: TestDatabase) async throws -> String? {
        try await database.execute("SELECT count(*) FROM \(table)")
    }

    @Test func createsPartitionsOfThisMonthAndTheNextTwo() async throws {
        try await with { database, store throws in
            for _ in 1...2 {
                try await store.createPartitions(at: Self.now)
                #expect(
                    try await database.execute("\(Self.list)('sessions') WHERE level = 1")
                        == "sessions_202609 sessions_202610 sessions_202611 sessions_default sessions_older"
                )
                #expect(
                    try await database.execute("\(Self.list)('audit_events') WHERE level = 1")
                        == "audit_events_202609 audit_events_202610 audit_events_202611 audit_events_default"
                )
            }
        }
    }

    @Test func keepsDefaultPartitionsEmpty() async throws {
        try await with { database, store throws in
            let later = Self.now + 40 * Self.day
            let early = [session("early", startingAt: Self.now, expiresAt: later), event("early", at: Self.now)]
            try await store.commit(early)
            #expect(try await count("sessions_default", in: database) == "1")
            try await store.createPartitions(at: Self.now)
            try await store.commit([session("late", startingAt: later, expiresAt: later), event("late", at: later)])
            for table in ["sessions", "audit_events"] {
                #expect(try await count("\(table)_default", in: database) == "0")
                #expect(try await count("\(table)_202609", in: database) == "1")
                #expect(try await count("\(table)_202610", in: database) == "1")
            }
            let id = Session.ID(random: "early", startingAt: Self.now)
            try await store.commit([.session(.renew(id, from: 1, to: 2, at: Self.now + 1, expiresAt: later))])
            #expect(try await store.session(id)?.counter == 2)
        }
    }

    @Test func commitsWhileTheMonthIsCreated() async throws {
        try await with { database, store throws in
            let start = Self.now.milliseconds
            // Another node creates the partition.
            let blocker = try Blocker(
                database,
                """
                CREATE TABLE audit_events_now (LIKE audit_events INCLUDING ALL);
                ALTER TABLE audit_events ATTACH PARTITION audit_events_now FOR VALUES FROM (\(start)) TO (\(start + 1))
                """
            )
            let commit = Task { try await store.commit([event("event", at: Self.now)]) }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.commit()
            try await commit.value
            #expect(try await count("audit_events_now", in: database) == "1")
        }
    }

    @Test func leavesMonthWithManyRowsInDefaultPartition() async throws {
        try await with { database, store throws in
            try await database.execute(
                """
                INSERT INTO audit_events (id, at, kind)
                SELECT 'event' || n, \(Self.now.milliseconds), 'sign_in.succeeded' FROM generate_series(0, 1000) AS n
                """
            )
            try await store.createPartitions(at: Self.now)
            #expect(
                try await database.execute("\(Self.list)('audit_events') WHERE level = 1")
                    == "audit_events_202610 audit_events_202611 audit_events_default"
            )
            #expect(try await count("audit_events_default", in: database) == "1001")
        }
    }

    @Test func createsLaterPartitionsThoughOneCannotBeCreated() async throws {
        try await with { database, store throws in
            try await database.execute("CREATE TABLE sessions_202609 ()")
            await #expect(throws: StoreError.self) {
                try await store.createPartitions(at: Self.now)
            }
            #expect(
                try await database.execute("\(Self.list)('sessions') WHERE level = 1")
                    == "sessions_202610 sessions_202611 sessions_default sessions_older"
            )
        }
    }

    @Test func keepsSessionsOfOlderServersOutOfTheDefaultPartition() async throws {
        try await with { database, store throws in
            let ids: [Session.ID] = ["4older", "Aolder", "_older", "older server"]
            try await store.commit(
                ids.map { .session(.insert(SampleRecords.session($0, expiresAt: Self.now + Self.day))) }
            )
            #expect(try await count("sessions_older", in: database) == "4")
            #expect(try await count("sessions_default", in: database) == "0")
            for id in ids { #expect(try await store.session(id) != nil) }
        }
    }

    @Test func readsOnlyThePartitionOfTheSession() async throws {
        try await with { database, store throws in
            try await store.createPartitions(at: Self.now)
            let id = Session.ID(random: "one", startingAt: Self.now)
            let statements = [
                "SELECT counter FROM sessions WHERE id = $1",
                "UPDATE sessions SET counter = 2 WHERE id = $1 AND counter = 1",
            ]
            for statement in statements {
                let plan = try await database.execute(
                    """
                    PREPARE statement (text) AS \(statement);
                    EXPLAIN (FORMAT JSON) EXECUTE statement ('\(id)')
                    """
                )
                // The generic plan has all five partitions and runs on one of them.
                #expect(plan?.contains("\"Subplans Removed\": 4") == true, "\(plan ?? "")")
            }
        }
    }

    @Test func dropsMonthsWithoutRecordsToKeep() async throws {
        try await with { database, store throws in
            let past = Self.now - 62 * Self.day
            try await store.createPartitions(at: past)
            try await store.commit([
                session("past", startingAt: past, expiresAt: past + Self.day), event("past", at: past),
                session("alive", startingAt: past + 31 * Self.day, expiresAt: Self.now + Self.day),
                event("kept", at: past + 31 * Self.day),
            ])
            let dropped = try await store.dropPartitions(
                at: Self.now,
                sessions: Self.now,
                events: Self.now - 31 * Self.day
            )
            #expect(dropped == ["audit_events_202607", "sessions_202607"])
            #expect(try await count("sessions", in: database) == "1")
            #expect(try await store.events(of: nil, before: nil, limit: 10).map(\.id) == ["kept"])
            #expect(try await store.sweep(.sessions, before: Self.now) == 0)
        }
    }

    @Test func forecastsEventsOfEndedMonthsOnly() async throws {
        try await with { database, store throws in
            // In the month of the cutoff, which is kept.
            try await store.commit([event("kept", at: Self.now - Self.day), event("new", at: Self.now)])
            let none = try await store.forecast(before: Self.now, grace: 0, events: Self.now)
            #expect(none.events == .init(expired: 0, total: 0))
            try await store.commit([event("old", at: Self.now - 40 * Self.day)])
            let one = try await store.forecast(before: Self.now, grace: 0, events: Self.now)
            #expect(one.events == .init(expired: 1, total: 3))
        }
    }

    @Test func keepsMonthThatIsInUse() async throws {
        try await with { database, store throws in
            let past = Self.now - 62 * Self.day
            try await store.createPartitions(at: past)
            let blocker = try Blocker(database, "LOCK TABLE ONLY sessions IN ACCESS SHARE MODE")
            await #expect(throws: StoreError.self) {
                try await store.dropPartitions(at: Self.now, sessions: Self.now, events: nil)
            }
            try await blocker.release()
            #expect(
                try await store.dropPartitions(at: Self.now, sessions: Self.now, events: nil)
                    == ["sessions_202607", "sessions_202608"]
            )
        }
    }

    @Test func dropsMonthsThoughOthersAreInUse() async throws {
        try await with { database, store throws in
            try await store.createPartitions(at: Self.now - 62 * Self.day)
            let blocker = try Blocker(database, "LOCK TABLE ONLY audit_events IN ACCESS SHARE MODE")
            await #expect(throws: StoreError.self) {
                try await store.dropPartitions(at: Self.now, sessions: Self.now, events: Self.now)
            }
            #expect(
                try await database.execute("\(Self.list)('sessions') WHERE level = 1")
                    == "sessions_202609 sessions_default sessions_older"
            )
            try await blocker.release()
        }
    }

    @Test func deletesExpiredSessionsOfAllPartitionsByDay() async throws {
        try await with { database, store throws in
            try await store.createPartitions(at: Self.now)
            let later = Self.now + 40 * Self.day
            try await store.commit([
                .session(.insert(SampleRecords.session("older server", expiresAt: Self.now))),
                session("expired", startingAt: Self.now, expiresAt: Self.now),
                session("next month", startingAt: later, expiresAt: Self.now + Self.day),
                session("alive", startingAt: later, expiresAt: later),
            ])
            #expect(try await store.sweep(.sessions, before: Self.now + Self.day) == 2)
            #expect(try await store.sweep(.sessions, before: Self.now + 2 * Self.day) == 1)
            #expect(try await count("sessions", in: database) == "1")
        }
    }
}
