import Foundation
import GatehouseStore
import Testing

/// The contract of the audit log.
enum AuditContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores audit events, also about missing records") {
            store throws in
            let full = AuditEvent(
                id: "full",
                at: SampleRecords.now,
                kind: AuditKind(rawValue: "example.later_kind"),
                actor: .operator("alice"),
                accountID: "user",
                clientID: "app",
                sessionID: "session",
                address: "2001:db8::1",
                requestID: "request",
                detail: "email"
            )
            let bare = AuditEvent(id: "bare", at: SampleRecords.now, kind: .keysRotated)
            try await store.commit([.audit(full), .audit(bare)])
            #expect(try await store.events(of: nil, before: nil, limit: 10) == [bare, full])
        },
        StoreContractTest("Ignores an audit event with an existing id and time") { store throws in
            try await store.commit([.audit(event("event", 0)), .audit(event("event", 0, of: "user"))])
            #expect(try await store.events(of: nil, before: nil, limit: 10) == [event("event", 0)])
        },
        StoreContractTest("Lists events newest first, then last written first") {
            store throws in
            try await store.commit([
                .audit(event("new", 5)), .audit(event("z", 1)), .audit(event("a", 1)), .audit(event("old", 0)),
            ])
            #expect(try await store.events(of: nil, before: nil, limit: 10).map(\.id) == ["new", "a", "z", "old"])
        },
        StoreContractTest("Returns a page of events before the given one, up to the limit") {
            store throws in
            try await store.commit((1...5).map { .audit(event(.init("\($0)"), 0)) })
            #expect(try await store.events(of: nil, before: nil, limit: 2).map(\.id) == ["5", "4"])
            #expect(try await store.events(of: nil, before: "4", limit: 2).map(\.id) == ["3", "2"])
            #expect(try await store.events(of: nil, before: "2", limit: 2).map(\.id) == ["1"])
            #expect(try await store.events(of: nil, before: "1", limit: 2) == [])
            #expect(try await store.events(of: nil, before: "unknown", limit: 2) == [])
        },
        StoreContractTest("Lists the events of one account, also before another account's event") {
            store throws in
            try await store.commit([
                .audit(event("1", 1, of: "user")), .audit(event("2", 2, of: "other")), .audit(event("3", 3)),
                .audit(event("4", 4, of: "user")),
            ])
            #expect(try await store.events(of: "user", before: nil, limit: 10).map(\.id) == ["4", "1"])
            #expect(try await store.events(of: "user", before: "3", limit: 10).map(\.id) == ["1"])
            #expect(try await store.events(of: "user", before: nil, limit: 1).map(\.id) == ["4"])
            #expect(try await store.events(of: "nobody", before: nil, limit: 10) == [])
        },
        StoreContractTest("Deletes all events before a date, and no others") { store throws in
            try await store.commit((1...2_500).map { .audit(event(.init("\($0)"), -0.001)) })
            try await store.commit([.audit(event("edge", 0)), .audit(event("later", 1, of: "user"))])
            #expect(try await store.sweepAll(.events, before: SampleRecords.now) == 2_500)
            #expect(try await store.events(of: nil, before: nil, limit: 10).map(\.id) == ["later", "edge"])
            #expect(try await store.sweepAll(.events, before: SampleRecords.now) == 0)
        },
    ]

    private static func event(_ id: AuditEvent.ID, _ offset: TimeInterval, of account: Account.ID? = nil) -> AuditEvent
    {
        AuditEvent(id: id, at: SampleRecords.now + offset, kind: .signedIn, accountID: account)
    }
}
