import Foundation
import GatehouseStore
import Testing

/// The contract of queued messages.
enum MessageContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Leases messages that have been due for the longest time, up to the limit, oldest first") {
            store throws in
            let now = SampleRecords.now
            try await store.commit([
                .message(.enqueue(SampleRecords.mail("old", at: now - 9, due: now + 5))),
                .message(.enqueue(SampleRecords.mail("new", at: now + 3, due: now + 3))),
                .message(.enqueue(SampleRecords.mail("first", due: now + 4))),
                .message(.enqueue(SampleRecords.mail("second", due: now + 4))),
                .message(.enqueue(SampleRecords.mail("third", due: now + 4))),
                .message(.enqueue(SampleRecords.mail("not yet", at: now - 9, due: now + 5.001))),
            ])
            let until = now + 30
            let some = try await store.leaseDueMessages(.message, at: now + 5, until: until, limit: 3)
            #expect(
                some == [
                    SampleRecords.mail("first", due: until), SampleRecords.mail("second", due: until),
                    SampleRecords.mail("new", at: now + 3, due: until),
                ]
            )
            let rest = try await store.leaseDueMessages(.message, at: now + 5, until: until, limit: 9)
            #expect(rest.map(\.id) == ["old", "third"])
        },
        StoreContractTest("Announces the messages that it commits, by kind") { store throws in
            #expect(QueuedMessage.Kind.allCases.map(store.arrivals.count) == [0, 0, 0, 0])
            try await store.commit([
                .message(.enqueue(SampleRecords.mail("one"))), .message(.enqueue(SampleRecords.mail("two"))),
                .message(.enqueue(SampleRecords.mail("three", kind: .logout))),
            ])
            await #expect(throws: StoreError.conflict(at: 1)) {
                try await store.commit([
                    .message(.enqueue(SampleRecords.mail("four"))), .message(.enqueue(SampleRecords.mail("one"))),
                ])
            }
            #expect(QueuedMessage.Kind.allCases.map(store.arrivals.count) == [2, 1, 0, 0])
        },
        StoreContractTest("Leases messages of one kind") { store throws in
            let until = SampleRecords.now + 30
            try await store.commit(
                QueuedMessage.Kind.allCases.map {
                    .message(.enqueue(SampleRecords.mail(.init($0.rawValue), kind: $0)))
                }
            )
            for kind in QueuedMessage.Kind.allCases {
                let due = try await store.leaseDueMessages(kind, at: SampleRecords.now, until: until, limit: 9)
                #expect(due == [SampleRecords.mail(.init(kind.rawValue), kind: kind, due: until)])
            }
        },
        StoreContractTest("Hides leased messages until the lease ends") { store throws in
            try await store.commit([.message(.enqueue(SampleRecords.mail("mail")))])
            let until = SampleRecords.now + 30
            #expect(
                try await store.leaseDueMessages(.message, at: SampleRecords.now, until: until, limit: 9).count == 1
            )
            #expect(try await store.leaseDueMessages(.message, at: until - 0.001, until: until + 30, limit: 9) == [])
            #expect(
                try await store.leaseDueMessages(.message, at: until, until: until + 30, limit: 9).map(\.id) == ["mail"]
            )
        },
        StoreContractTest("Leases expired messages too") { store throws in
            try await store.commit([.message(.enqueue(SampleRecords.mail("mail")))])
            let late = SampleRecords.now + 86_400
            #expect(
                try await store.leaseDueMessages(.message, at: late, until: late + 30, limit: 9).map(\.id) == ["mail"]
            )
        },
        StoreContractTest("Leases each message to one of 50 concurrent callers") { store throws in
            try await store.commit((1...20).map { .message(.enqueue(SampleRecords.mail(.init("\($0)")))) })
            let leased = try await withThrowingTaskGroup(of: [QueuedMessage].self) { group in
                for _ in 1...50 {
                    group.addTask {
                        try await store.leaseDueMessages(
                            .message,
                            at: SampleRecords.now,
                            until: SampleRecords.now + 30,
                            limit: 3
                        )
                    }
                }
                return try await group.reduce(into: []) { $0 += $1.map(\.id.rawValue) }
            }
            #expect(leased.count == 20)
            #expect(Set(leased).count == 20)
        },
        StoreContractTest("Rejects a message with an existing id") { store throws in
            try await store.commit([.message(.enqueue(SampleRecords.mail("mail")))])
            await store.expectConflict(.message(.enqueue(SampleRecords.mail("mail"))))
        },
        StoreContractTest("Records the attempts and the next due date of a postponed message") { store throws in
            try await store.commit([
                .message(.enqueue(SampleRecords.mail("mail"))),
                .message(.postpone("mail", attempts: 3, until: SampleRecords.now + 60)),
                .message(.postpone("unknown", attempts: 3, until: SampleRecords.now + 60)),
            ])
            #expect(
                try await store.leaseDueMessages(
                    .message,
                    at: SampleRecords.now + 59,
                    until: SampleRecords.now + 99,
                    limit: 9
                )
                    == []
            )
            let due = try await store.leaseDueMessages(
                .message,
                at: SampleRecords.now + 60,
                until: SampleRecords.now + 99,
                limit: 9
            )
            #expect(due.map(\.attempts) == [3])
        },
        StoreContractTest("Removes a message, and ignores a missing one") { store throws in
            try await store.commit([
                .message(.enqueue(SampleRecords.mail("mail"))), .message(.remove("mail")), .message(.remove("mail")),
            ])
            #expect(
                try await store.leaseDueMessages(
                    .message,
                    at: SampleRecords.now + 60,
                    until: SampleRecords.now + 99,
                    limit: 9
                )
                    == []
            )
        },
        StoreContractTest("Returns the earliest due date, including leased messages, or none for an empty queue") {
            store in
            #expect(try await store.nextMessageDue() == nil)
            try await store.commit([
                .message(.enqueue(SampleRecords.mail("late", due: SampleRecords.now + 50))),
                .message(.enqueue(SampleRecords.mail("early", due: SampleRecords.now + 10))),
            ])
            #expect(try await store.nextMessageDue() == SampleRecords.now + 10)
            _ = try await store.leaseDueMessages(
                .message,
                at: SampleRecords.now + 10,
                until: SampleRecords.now + 40,
                limit: 9
            )
            #expect(try await store.nextMessageDue() == SampleRecords.now + 40)
        },
        StoreContractTest("Counts the messages of each kind, with the oldest one") { store in
            #expect(try await store.messageBacklog() == [])
            let now = SampleRecords.now
            try await store.commit([
                .message(.enqueue(SampleRecords.mail("new", at: now, due: now))),
                .message(.enqueue(SampleRecords.mail("old", at: now - 90, due: now + 50))),
                .message(.enqueue(SampleRecords.mail("logout", kind: .logout, at: now - 5))),
            ])
            let backlog = try await store.messageBacklog().sorted { $0.count > $1.count }
            #expect(
                backlog == [
                    MessageBacklog(kind: .message, count: 2, oldest: now - 90),
                    MessageBacklog(kind: .logout, count: 1, oldest: now - 5),
                ]
            )
        },
    ]
}
