import Foundation
import GatehouseStore
import Testing

extension StoreCase {
    static let commit: [StoreCase] = [
        StoreCase("A commit applies its changes in order") { store throws in
            var changed = Sample.account(names: [Sample.email("new@example.com")])
            changed.revision = 2
            try await store.commit([
                .account(.insert(Sample.account(names: [Sample.email("old@example.com")]))),
                .account(.update(changed)),
                .account(.insert(Sample.account("second", names: [Sample.email("old@example.com")]))),
            ])
            #expect(try await store.account("person") == changed)
            #expect(try await store.account(.email, "old@example.com")?.id == "second")
        },
        StoreCase("A commit keeps nothing when one change conflicts, and names its position") { store throws in
            try await store.seed()
            await store.refuses(
                .account(.insert(Sample.account("second"))),
                .audit(AuditEvent(id: "event", at: Sample.now, kind: .accountCreated)),
                .client(.insert(Sample.client())),
                .session(.insert(Sample.session())),
                at: 2
            )
            #expect(try await store.account("second") == nil)
            #expect(try await store.events(of: nil, before: nil, limit: 10) == [])
            #expect(try await store.session("session") == nil)
        },
        StoreCase("The first of several changes that conflict is the one named") { store throws in
            try await store.seed()
            await store.refuses(
                .counter(.reset(key: "k")),
                .account(.insert(Sample.account())),
                .client(.insert(Sample.client())),
                at: 1
            )
        },
        StoreCase("A commit of nothing succeeds") { store throws in
            try await store.commit([])
        },
        StoreCase("A store goes on after a conflict") { store throws in
            try await store.seed()
            await store.refuses(.client(.insert(Sample.client())))
            try await store.commit([.client(.insert(Sample.client("other")))])
            #expect(try await store.client("other") != nil)
        },
        StoreCase("A read that starts after a commit returned sees it, whoever else commits") { store throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 1...20 {
                    group.addTask {
                        for round in 1...5 {
                            let id = Account.ID("\(writer) \(round)")
                            try await store.commit([.account(.insert(Sample.account(id)))])
                            #expect(try await store.account(id)?.id == id)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.accounts(after: nil, limit: 1000).count == 100)
        },
        StoreCase("Concurrent commits that do not conflict all succeed") { store throws in
            let count = await store.winners { [.account(.insert(Sample.account(Account.ID("\($0)"))))] }
            #expect(count == 50)
            #expect(try await store.accounts(after: nil, limit: 100).count == 50)
        },
        StoreCase("Of concurrent commits only those that conflict are dropped") { store throws in
            let count = await store.winners { contender in
                // Every second contender wants the same id as all the other even ones.
                let id = contender.isMultiple(of: 2) ? "contested" : "\(contender)"
                return [
                    .audit(AuditEvent(id: .init("\(contender)"), at: Sample.now, kind: .accountCreated)),
                    .account(.insert(Sample.account(Account.ID(id)))),
                ]
            }
            #expect(count == 26)
            #expect(try await store.accounts(after: nil, limit: 100).count == 26)
            #expect(try await store.events(of: nil, before: nil, limit: 100).count == 26)
        },
        StoreCase("Dates keep milliseconds, and anything finer is rounded down") { store throws in
            let exact = Date(milliseconds: 1_790_000_000_123)
            let finer = Date(timeIntervalSince1970: 1_790_000_000.1239)
            let account = Sample.account(at: finer)
            try await store.commit([.account(.insert(account))])
            #expect(account.createdAt == exact)
            #expect(try await store.account("person") == account)
        },
        StoreCase("Every millisecond comes back as it was written") { store throws in
            for offset in stride(from: 0, to: 1000, by: 37) {
                let date = Date(milliseconds: Sample.now.milliseconds + Int64(offset))
                let id = TransactionRecord.ID("\(offset)")
                try await store.commit([.transaction(.insert(Sample.transaction(id, expiresAt: date)))])
                #expect(try await store.transaction(id)?.expiresAt.milliseconds == date.milliseconds)
            }
        },
        StoreCase("Dates within changes are rounded down too") { store throws in
            try await store.seed()
            let finer = Date(timeIntervalSince1970: 1_790_000_001.4567)
            try await store.commit([
                .session(.insert(Sample.session())),
                .session(.rotate("session", from: 1, at: finer, expiresAt: finer + 60)),
                .session(.end("session", reason: .revoked, at: finer)),
            ])
            let session = try #require(try await store.session("session"))
            #expect(session.rotatedAt.milliseconds == 1_790_000_001_456)
            #expect(session.expiresAt.milliseconds == 1_790_000_061_456)
            #expect(session.endedAt?.milliseconds == 1_790_000_001_456)
        },
        StoreCase("A store that works is healthy") { store throws in
            try await store.checkHealth()
        },
    ]
}
