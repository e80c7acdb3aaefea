import Foundation
import GatehouseStore
import Testing

/// The contract of flows.
enum FlowContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores and returns all fields of a flow") { store throws in
            try await store.commit([.flow(.insert(SampleRecords.flow()))])
            #expect(try await store.flow("transaction") == SampleRecords.flow())
            #expect(try await store.flow("other") == nil)
        },
        StoreContractTest("Stores the account of a flow, and rejects a missing one") { store throws in
            try await store.seed()
            let flow = SampleRecords.flow(account: "user")
            try await store.commit([.flow(.insert(flow))])
            #expect(try await store.flow("transaction") == flow)
            await store.expectConflict(.flow(.insert(SampleRecords.flow("other", account: "missing"))))
            await store.expectConflict(.flow(.restart(SampleRecords.flow("other", account: "missing"))))
        },
        StoreContractTest("Rejects a flow with an existing id") { store throws in
            try await store.commit([.flow(.insert(SampleRecords.flow()))])
            await store.expectConflict(.flow(.insert(SampleRecords.flow())))
        },
        StoreContractTest("Replaces a flow when it advances") { store throws in
            try await store.commit([.flow(.insert(SampleRecords.flow()))])
            var record = SampleRecords.flow(expiresAt: SampleRecords.now + 900)
            record.revision = 2
            record.state = Data()
            try await store.commit([.flow(.advance(record))])
            #expect(try await store.flow("transaction") == record)
        },
        StoreContractTest("Rejects an advance unless the stored revision is one below") { store throws in
            try await store.commit([.flow(.insert(SampleRecords.flow()))])
            for revision in [0, 1, 3] {
                var record = SampleRecords.flow()
                record.revision = revision
                record.state = Data([9])
                await store.expectConflict(.flow(.advance(record)))
            }
            #expect(try await store.flow("transaction") == SampleRecords.flow())
        },
        StoreContractTest("Rejects an advance of a finished flow") { store throws in
            var record = SampleRecords.flow()
            try await store.commit([.flow(.insert(record))])
            record.revision = 2
            record.finishedAt = SampleRecords.now + 1
            try await store.commit([.flow(.advance(record))])
            #expect(try await store.flow("transaction") == record)
            record.revision = 3
            record.finishedAt = nil
            await store.expectConflict(.flow(.advance(record)))
            #expect(try await store.flow("transaction")?.revision == 2)
        },
        StoreContractTest("Rejects an advance of a missing flow") { store throws in
            var record = SampleRecords.flow()
            record.revision = 2
            await store.expectConflict(.flow(.advance(record)))
        },
        StoreContractTest("Inserts a flow on restart, or replaces it even if finished") { store throws in
            var record = SampleRecords.flow()
            try await store.commit([.flow(.restart(record))])
            #expect(try await store.flow("transaction") == record)
            record.revision = 2
            record.finishedAt = SampleRecords.now + 1
            try await store.commit([.flow(.advance(record))])
            var again = FlowRecord(
                id: "transaction",
                revision: 3,
                state: Data([4]),
                createdAt: SampleRecords.now + 5,
                expiresAt: SampleRecords.now + 900
            )
            try await store.commit([.flow(.restart(again))])
            #expect(try await store.flow("transaction") == again)
            again.revision = 4
            try await store.commit([.flow(.advance(again))])
            #expect(try await store.flow("transaction") == again)
        },
        StoreContractTest("Rejects a restart unless the revision is the next one") { store throws in
            var record = SampleRecords.flow()
            for revision in [0, 2] {
                record.revision = revision
                await store.expectConflict(.flow(.restart(record)))
            }
            record.revision = 1
            try await store.commit([.flow(.restart(record))])
            for revision in [0, 1, 3] {
                record.revision = revision
                record.state = Data([9])
                await store.expectConflict(.flow(.restart(record)))
            }
            #expect(try await store.flow("transaction") == SampleRecords.flow())
        },
        StoreContractTest("Deletes the flows of an account created since a time, except some") { store throws in
            try await store.seed()
            try await store.commit([
                .flow(.insert(SampleRecords.flow("kept", account: "user"))),
                .flow(.insert(SampleRecords.flow("also kept", account: "user"))),
                .flow(.insert(SampleRecords.flow("deleted", account: "user"))),
                .flow(.insert(SampleRecords.flow("without account"))),
            ])
            let later = FlowChange.deleteAll(account: "user", createdSince: SampleRecords.now + 1, except: [])
            try await store.commit([.flow(later)])
            #expect(try await store.flow("deleted") != nil)
            let kept: [FlowRecord.ID] = ["kept", "also kept"]
            try await store.commit([
                .flow(.deleteAll(account: "user", createdSince: SampleRecords.now, except: kept))
            ])
            #expect(try await store.flow("deleted") == nil)
            for id in kept + ["without account"] { #expect(try await store.flow(id) != nil) }
            try await store.commit([.flow(.deleteAll(account: "user", createdSince: SampleRecords.now, except: []))])
            #expect(try await store.flow("kept") == nil)
        },
        StoreContractTest("Accepts one of 50 concurrent restarts of a flow") { store throws in
            for revision in 1...2 {
                let count = await store.successCount { contender in
                    var record = SampleRecords.flow()
                    record.revision = revision
                    record.state = Data([UInt8(contender)])
                    return [.flow(.restart(record))]
                }
                #expect(count == 1)
            }
        },
        StoreContractTest("Accepts one of 50 concurrent advances of a flow") { store throws in
            try await store.commit([.flow(.insert(SampleRecords.flow()))])
            let count = await store.successCount { contender in
                var record = SampleRecords.flow()
                record.revision = 2
                record.state = Data([UInt8(contender)])
                return [
                    .flow(.advance(record)), .counter(.reset(key: "\(contender)")),
                ]
            }
            #expect(count == 1)
            #expect(try await store.flow("transaction")?.revision == 2)
        },
    ]
}
