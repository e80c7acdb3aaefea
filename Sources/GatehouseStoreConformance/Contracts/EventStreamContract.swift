import Foundation
import GatehouseStore
import Testing

/// The contract of the streams of audit events.
enum EventStreamContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Keeps a notice of each event for each registered stream") { store throws in
            try await store.commit([.audit(event("before", 0))])
            try await store.commit([.eventStream(.insert("a")), .eventStream(.insert("b"))])
            #expect(Set(try await store.eventStreams()) == ["a", "b"])
            try await store.commit([.audit(event("second", 2)), .audit(event("first", 1))])
            let notices = try await store.eventNotices(for: ["a", "b", "unknown"], limit: 10)
            #expect(Set(notices.map(\.stream)) == ["a", "b"])
            #expect(notices.map(\.event.id) == ["first", "first", "second", "second"])
            #expect(try await store.eventNotices(for: ["b"], limit: 1).map(\.event) == [event("first", 1)])
            #expect(try await store.eventNotices(for: [], limit: 1) == [])
        },
        StoreContractTest("Registers a stream once") { store throws in
            try await store.commit([.eventStream(.insert("a"))])
            await #expect(throws: StoreError.conflict(at: 0)) { try await store.commit([.eventStream(.insert("a"))]) }
        },
        StoreContractTest("Writes no notice of an event whose commit fails") { store throws in
            try await store.commit([.eventStream(.insert("a"))])
            await #expect(throws: StoreError.conflict(at: 1)) {
                try await store.commit([.audit(event("event", 0)), .eventStream(.insert("a"))])
            }
            #expect(try await store.eventNotices(for: ["a"], limit: 10) == [])
        },
        StoreContractTest("Removes the notice of one event for one stream, once") { store throws in
            try await store.commit([.eventStream(.insert("a")), .eventStream(.insert("b"))])
            try await store.commit([.audit(event("event", 0)), .audit(event("other", 0))])
            let removal = Change.eventStream(.removeNotice("a", event("event", 0)))
            try await store.commit([removal])
            #expect(try await store.eventNotices(for: ["a"], limit: 10).map(\.event.id) == ["other"])
            #expect(try await store.eventNotices(for: ["b"], limit: 10).count == 2)
            await #expect(throws: StoreError.conflict(at: 0)) { try await store.commit([removal]) }
        },
        StoreContractTest("Removes a stream with its notices") { store throws in
            try await store.commit([.eventStream(.insert("a")), .eventStream(.insert("b"))])
            try await store.commit([.audit(event("event", 0))])
            try await store.commit([.eventStream(.remove("a")), .eventStream(.remove("unknown"))])
            #expect(try await store.eventStreams() == ["b"])
            #expect(try await store.eventNotices(for: ["a", "b"], limit: 10).map(\.stream) == ["b"])
            try await store.commit([.audit(event("later", 1))])
            #expect(try await store.eventNotices(for: ["a"], limit: 10) == [])
        },
    ]

    private static func event(_ id: AuditEvent.ID, _ offset: TimeInterval) -> AuditEvent {
        AuditEvent(id: id, at: SampleRecords.now + offset, kind: .signedIn)
    }
}
