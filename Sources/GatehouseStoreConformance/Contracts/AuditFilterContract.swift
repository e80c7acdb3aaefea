import Foundation
import GatehouseStore
import Testing

/// The contract of the filters of the audit log, and of its order of writing.
enum AuditFilterContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Lists the events of several kinds, newest first, in pages") { store throws in
            try await store.commit(sample)
            let filter = AuditFilter(kinds: [.signedIn, .signedOut])
            #expect(try await ids(filter, in: store) == ["5", "3", "2", "1"])
            #expect(try await store.events(matching: filter, before: nil, limit: 2).map(\.id) == ["5", "3"])
            #expect(try await store.events(matching: filter, before: "3", limit: 2).map(\.id) == ["2", "1"])
            #expect(try await ids(AuditFilter(kinds: [.keysRotated]), in: store) == [])
        },
        StoreContractTest("Combines the filters of the audit log") { store throws in
            try await store.commit(sample)
            #expect(try await ids(AuditFilter(account: "ada"), in: store) == ["5", "2", "1"])
            #expect(try await ids(AuditFilter(client: "app"), in: store) == ["4", "2"])
            #expect(try await ids(AuditFilter(kinds: [.signedIn], account: "ada", client: "app"), in: store) == ["2"])
            let now = SampleRecords.now
            #expect(try await ids(AuditFilter(since: now + 2, until: now + 4), in: store) == ["4", "3", "2"])
            #expect(try await ids(AuditFilter(kinds: [.signedOut], since: now + 4), in: store) == ["5"])
        },
        StoreContractTest("Lists events in the order of writing, after a position") { store throws in
            try await store.commit([event("late", 9), event("early", 1)])
            let all = try await store.events(matching: AuditFilter(), after: 0, limit: 10)
            #expect(all.map(\.event.id) == ["late", "early"])
            let first = try #require(all.first)
            let rest = try await store.events(matching: AuditFilter(), after: first.position, limit: 10)
            #expect(rest.map(\.event.id) == ["early"])
            #expect(try await store.events(matching: AuditFilter(), after: 0, limit: 1) == [first])
            let filtered = try await store.events(matching: AuditFilter(kinds: [.signedOut]), after: 0, limit: 10)
            #expect(filtered == [])
            let either = AuditFilter(kinds: [.signedOut, .signedIn], until: SampleRecords.now + 1)
            #expect(try await store.events(matching: either, after: 0, limit: 10).map(\.event.id) == ["early"])
        },
        StoreContractTest("Returns the position before the first event at or after a date, else the last one") {
            store throws in
            #expect(try await store.eventPosition(before: nil) == 0)
            #expect(try await store.eventPosition(before: SampleRecords.now) == 0)
            try await store.commit(sample)
            let all = try await store.events(matching: AuditFilter(), after: 0, limit: 10)
            let last = try #require(all.last)
            #expect(try await store.eventPosition(before: nil) == last.position)
            #expect(try await store.eventPosition(before: SampleRecords.now + 60) == last.position)
            let third = try await store.eventPosition(before: SampleRecords.now + 3)
            let rest = try await store.events(matching: AuditFilter(), after: third, limit: 10)
            #expect(rest.map(\.event.id) == ["3", "4", "5"])
        },
        StoreContractTest("Stores the actor of an audit event") { store throws in
            let actors: [AuditActor?] = [.user("u:1"), .client("c"), .operator("a:b"), .job("j"), .anonymous, nil]
            try await store.commit(
                actors.enumerated().map { index, actor in
                    let id = AuditEvent.ID("\(index)")
                    return .audit(AuditEvent(id: id, at: SampleRecords.now, kind: .signedIn, actor: actor))
                }
            )
            let events = try await store.events(matching: AuditFilter(), after: 0, limit: 10)
            #expect(events.map(\.event.actor) == actors)
        },
    ]

    private static let sample: [Change] = [
        event("1", 1, account: "ada"), event("2", 2, account: "ada", client: "app"), event("3", 3),
        event("4", 4, kind: .sessionStarted, account: "grace", client: "app"),
        event("5", 5, kind: .signedOut, account: "ada"),
    ]

    private static func ids(_ filter: AuditFilter, in store: any Store) async throws(StoreError) -> [AuditEvent.ID] {
        try await store.events(matching: filter, before: nil, limit: 10).map(\.id)
    }

    private static func event(
        _ id: AuditEvent.ID,
        _ offset: TimeInterval,
        kind: AuditKind = .signedIn,
        account: Account.ID? = nil,
        client: Client.ID? = nil
    ) -> Change {
        let date = SampleRecords.now + offset
        return .audit(AuditEvent(id: id, at: date, kind: kind, accountID: account, clientID: client))
    }
}
