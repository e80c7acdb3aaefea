import Foundation
import GatehouseStore
import Testing

/// The contract of commits.
enum CommitContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Applies the changes of a commit in order") { store throws in
            var changed = SampleRecords.account(names: [SampleRecords.email("new@example.com")])
            changed.revision = 2
            try await store.commit([
                .account(.insert(SampleRecords.account(names: [SampleRecords.email("old@example.com")]))),
                .account(.update(changed)),
                .account(.insert(SampleRecords.account("second", names: [SampleRecords.email("old@example.com")]))),
            ])
            #expect(try await store.account("user") == changed)
            #expect(try await store.account(.email, "old@example.com")?.id == "second")
        },
        StoreContractTest("Rolls back a commit with a conflict, and reports its position") { store throws in
            try await store.seed()
            await store.expectConflict(
                .account(.insert(SampleRecords.account("second"))),
                .audit(AuditEvent(id: "event", at: SampleRecords.now, kind: .accountCreated)),
                .client(.insert(SampleRecords.client())),
                .session(.insert(SampleRecords.session())),
                at: 2
            )
            #expect(try await store.account("second") == nil)
            #expect(try await store.events(of: nil, before: nil, limit: 10) == [])
            #expect(try await store.session("session") == nil)
        },
        StoreContractTest("Reports the first of several conflicts") { store throws in
            try await store.seed()
            await store.expectConflict(
                .counter(.reset(key: "k")),
                .account(.insert(SampleRecords.account())),
                .client(.insert(SampleRecords.client())),
                at: 1
            )
        },
        StoreContractTest("Accepts an empty commit") { store throws in
            try await store.commit([])
        },
        StoreContractTest("Keeps working after a conflict") { store throws in
            try await store.seed()
            await store.expectConflict(.client(.insert(SampleRecords.client())))
            try await store.commit([.client(.insert(SampleRecords.client("other")))])
            #expect(try await store.client("other") != nil)
        },
        StoreContractTest("Returns committed records in reads that start afterwards, despite other commits") {
            store throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 1...20 {
                    group.addTask {
                        for round in 1...5 {
                            let id = Account.ID("\(writer) \(round)")
                            try await store.commit([.account(.insert(SampleRecords.account(id)))])
                            #expect(try await store.account(id)?.id == id)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.accounts(after: nil, limit: 1000).count == 100)
        },
        StoreContractTest("Accepts all concurrent commits without conflicts") { store throws in
            let count = await store.successCount { [.account(.insert(SampleRecords.account(Account.ID("\($0)"))))] }
            #expect(count == 50)
            #expect(try await store.accounts(after: nil, limit: 100).count == 50)
        },
        StoreContractTest("Rejects only the conflicting ones of concurrent commits") { store throws in
            let count = await store.successCount { contender in
                // All even contenders use the same id.
                let id = contender.isMultiple(of: 2) ? "contested" : "\(contender)"
                return [
                    .audit(AuditEvent(id: .init("\(contender)"), at: SampleRecords.now, kind: .accountCreated)),
                    .account(.insert(SampleRecords.account(Account.ID(id)))),
                ]
            }
            #expect(count == 26)
            #expect(try await store.accounts(after: nil, limit: 100).count == 26)
            #expect(try await store.events(of: nil, before: nil, limit: 100).count == 26)
        },
        StoreContractTest("Rounds dates down to milliseconds") { store throws in
            let exact = Date(milliseconds: 1_790_000_000_123)
            let finer = Date(timeIntervalSince1970: 1_790_000_000.1239)
            let account = SampleRecords.account(at: finer)
            try await store.commit([.account(.insert(account))])
            #expect(account.createdAt == exact)
            #expect(try await store.account("user") == account)
        },
        StoreContractTest("Preserves every millisecond") { store throws in
            for offset in stride(from: 0, to: 1000, by: 37) {
                let date = Date(milliseconds: SampleRecords.now.milliseconds + Int64(offset))
                let id = FlowRecord.ID("\(offset)")
                try await store.commit([.flow(.insert(SampleRecords.flow(id, expiresAt: date)))])
                #expect(try await store.flow(id)?.expiresAt.milliseconds == date.milliseconds)
            }
        },
        StoreContractTest("Rounds dates of changes down to milliseconds") { store throws in
            try await store.seed()
            let finer = Date(timeIntervalSince1970: 1_790_000_001.4567)
            try await store.commit([
                .session(.insert(SampleRecords.session())),
                .session(.renew("session", from: 1, to: 2, at: finer, expiresAt: finer + 60)),
                .session(.end("session", reason: .revoked, at: finer)),
            ])
            let session = try #require(try await store.session("session"))
            #expect(session.rotatedAt.milliseconds == 1_790_000_001_456)
            #expect(session.expiresAt.milliseconds == 1_790_000_061_456)
            #expect(session.endedAt?.milliseconds == 1_790_000_001_456)
        },
        StoreContractTest("Passes the health check") { store throws in
            try await store.checkHealth()
        },
    ]
}
