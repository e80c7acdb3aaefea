import Foundation
import GatehouseStore
import Testing

extension StoreCase {
    static let mail: [StoreCase] = [
        StoreCase("Mail that is due is taken oldest first, as many as asked for") { store throws in
            try await store.commit([
                .mail(.enqueue(Sample.mail("new", at: Sample.now + 1))),
                .mail(.enqueue(Sample.mail("first", due: Sample.now + 5))),
                .mail(.enqueue(Sample.mail("second", due: Sample.now + 2))),
                .mail(.enqueue(Sample.mail("not yet", at: Sample.now - 9, due: Sample.now + 5.001))),
            ])
            let until = Sample.now + 30
            let some = try await store.takeDueMail(at: Sample.now + 5, until: until, limit: 2)
            #expect(some == [Sample.mail("first", due: until), Sample.mail("second", due: until)])
            let rest = try await store.takeDueMail(at: Sample.now + 5, until: until, limit: 2)
            #expect(rest == [Sample.mail("new", at: Sample.now + 1, due: until)])
        },
        StoreCase("Mail that was taken is hidden until the time named, then shows again") { store throws in
            try await store.commit([.mail(.enqueue(Sample.mail("mail")))])
            let until = Sample.now + 30
            #expect(try await store.takeDueMail(at: Sample.now, until: until, limit: 9).count == 1)
            #expect(try await store.takeDueMail(at: until - 0.001, until: until + 30, limit: 9) == [])
            #expect(try await store.takeDueMail(at: until, until: until + 30, limit: 9).map(\.id) == ["mail"])
        },
        StoreCase("Mail that has expired is handed out too") { store throws in
            try await store.commit([.mail(.enqueue(Sample.mail("mail")))])
            let late = Sample.now + 86_400
            #expect(try await store.takeDueMail(at: late, until: late + 30, limit: 9).map(\.id) == ["mail"])
        },
        StoreCase("Of 50 that take mail at once, each mail goes to one") { store throws in
            try await store.commit((1...20).map { .mail(.enqueue(Sample.mail(.init("\($0)")))) })
            let taken = try await withThrowingTaskGroup(of: [QueuedMail].self) { group in
                for _ in 1...50 {
                    group.addTask { try await store.takeDueMail(at: Sample.now, until: Sample.now + 30, limit: 3) }
                }
                return try await group.reduce(into: []) { $0 += $1.map(\.id.rawValue) }
            }
            #expect(taken.count == 20)
            #expect(Set(taken).count == 20)
        },
        StoreCase("Enqueueing a mail conflicts when its id exists") { store throws in
            try await store.commit([.mail(.enqueue(Sample.mail("mail")))])
            await store.refuses(.mail(.enqueue(Sample.mail("mail"))))
        },
        StoreCase("Postponing a mail records its attempts and when it is due again") { store throws in
            try await store.commit([
                .mail(.enqueue(Sample.mail("mail"))),
                .mail(.postpone("mail", attempts: 3, until: Sample.now + 60)),
                .mail(.postpone("unknown", attempts: 3, until: Sample.now + 60)),
            ])
            #expect(try await store.takeDueMail(at: Sample.now + 59, until: Sample.now + 99, limit: 9) == [])
            let due = try await store.takeDueMail(at: Sample.now + 60, until: Sample.now + 99, limit: 9)
            #expect(due.map(\.attempts) == [3])
        },
        StoreCase("Removing a mail removes it, and does nothing when it is gone") { store throws in
            try await store.commit([
                .mail(.enqueue(Sample.mail("mail"))), .mail(.remove("mail")), .mail(.remove("mail")),
            ])
            #expect(try await store.takeDueMail(at: Sample.now + 60, until: Sample.now + 99, limit: 9) == [])
        },
        StoreCase("The next due date is the earliest, hidden mail included, and none when the queue is empty") {
            store in
            #expect(try await store.nextMailDue() == nil)
            try await store.commit([
                .mail(.enqueue(Sample.mail("late", due: Sample.now + 50))),
                .mail(.enqueue(Sample.mail("early", due: Sample.now + 10))),
            ])
            #expect(try await store.nextMailDue() == Sample.now + 10)
            _ = try await store.takeDueMail(at: Sample.now + 10, until: Sample.now + 40, limit: 9)
            #expect(try await store.nextMailDue() == Sample.now + 40)
        },
    ]
}
