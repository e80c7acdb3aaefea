import Foundation
import GatehouseStore
import Testing

extension StoreCase {
    static let transactions: [StoreCase] = [
        StoreCase("A transaction comes back as it was put in") { store throws in
            try await store.commit([.transaction(.insert(Sample.transaction()))])
            #expect(try await store.transaction("transaction") == Sample.transaction())
            #expect(try await store.transaction("other") == nil)
        },
        StoreCase("Inserting a transaction conflicts when its id exists") { store throws in
            try await store.commit([.transaction(.insert(Sample.transaction()))])
            await store.refuses(.transaction(.insert(Sample.transaction())))
        },
        StoreCase("Advancing a transaction replaces it") { store throws in
            try await store.commit([.transaction(.insert(Sample.transaction()))])
            var record = Sample.transaction(expiresAt: Sample.now + 900)
            record.revision = 2
            record.state = Data()
            try await store.commit([.transaction(.advance(record))])
            #expect(try await store.transaction("transaction") == record)
        },
        StoreCase("Advancing a transaction conflicts unless the stored revision is one below") { store throws in
            try await store.commit([.transaction(.insert(Sample.transaction()))])
            for revision in [0, 1, 3] {
                var record = Sample.transaction()
                record.revision = revision
                record.state = Data([9])
                await store.refuses(.transaction(.advance(record)))
            }
            #expect(try await store.transaction("transaction") == Sample.transaction())
        },
        StoreCase("Advancing a transaction conflicts when it is finished") { store throws in
            var record = Sample.transaction()
            try await store.commit([.transaction(.insert(record))])
            record.revision = 2
            record.finishedAt = Sample.now + 1
            try await store.commit([.transaction(.advance(record))])
            #expect(try await store.transaction("transaction") == record)
            record.revision = 3
            record.finishedAt = nil
            await store.refuses(.transaction(.advance(record)))
            #expect(try await store.transaction("transaction")?.revision == 2)
        },
        StoreCase("Advancing a transaction conflicts when it does not exist") { store throws in
            var record = Sample.transaction()
            record.revision = 2
            await store.refuses(.transaction(.advance(record)))
        },
        StoreCase("Putting a transaction inserts it, or replaces it though it is finished") { store throws in
            var record = Sample.transaction()
            try await store.commit([.transaction(.put(record))])
            #expect(try await store.transaction("transaction") == record)
            record.revision = 2
            record.finishedAt = Sample.now + 1
            try await store.commit([.transaction(.advance(record))])
            var again = TransactionRecord(
                id: "transaction",
                revision: 3,
                state: Data([4]),
                createdAt: Sample.now + 5,
                expiresAt: Sample.now + 900
            )
            try await store.commit([.transaction(.put(again))])
            #expect(try await store.transaction("transaction") == again)
            again.revision = 4
            try await store.commit([.transaction(.advance(again))])
            #expect(try await store.transaction("transaction") == again)
        },
        StoreCase("Putting a transaction conflicts unless its revision is the next one") { store throws in
            var record = Sample.transaction()
            for revision in [0, 2] {
                record.revision = revision
                await store.refuses(.transaction(.put(record)))
            }
            record.revision = 1
            try await store.commit([.transaction(.put(record))])
            for revision in [0, 1, 3] {
                record.revision = revision
                record.state = Data([9])
                await store.refuses(.transaction(.put(record)))
            }
            #expect(try await store.transaction("transaction") == Sample.transaction())
        },
        StoreCase("Of 50 that put a transaction at once, one does") { store throws in
            for revision in 1...2 {
                let count = await store.winners { contender in
                    var record = Sample.transaction()
                    record.revision = revision
                    record.state = Data([UInt8(contender)])
                    return [.transaction(.put(record))]
                }
                #expect(count == 1)
            }
        },
        StoreCase("Of 50 that advance a transaction at once, one does") { store throws in
            try await store.commit([.transaction(.insert(Sample.transaction()))])
            let count = await store.winners { contender in
                var record = Sample.transaction()
                record.revision = 2
                record.state = Data([UInt8(contender)])
                return [
                    .transaction(.advance(record)), .counter(.reset(key: "\(contender)")),
                ]
            }
            #expect(count == 1)
            #expect(try await store.transaction("transaction")?.revision == 2)
        },
    ]
}
