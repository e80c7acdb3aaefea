import Foundation
import GatehouseStore
import GatehouseWire
import Testing

extension StoreCase {
    static let keys: [StoreCase] = [
        StoreCase("Keys come back as they were put in, oldest first") { store throws in
            let retired = StoredKey(
                id: "retired",
                algorithm: .es256,
                sealedPrivateKey: Sample.key("any").sealedPrivateKey,
                createdAt: Sample.now - 1,
                retiredAt: Sample.now,
                expiresAt: Sample.now + 60
            )
            let newer = Sample.key("newer", .rs256, at: Sample.now + 1)
            try await store.commit([
                .key(.insert(retired)), .key(.insert(newer)), .key(.insert(Sample.key("current"))),
            ])
            #expect(try await store.keys() == [retired, Sample.key("current"), newer])
        },
        StoreCase("Inserting a key conflicts when its id exists") { store throws in
            try await store.commit([.key(.insert(Sample.key("key")))])
            await store.refuses(.key(.insert(Sample.key("key", .rs256))))
        },
        StoreCase("Inserting a key conflicts while another of its algorithm is not retired") { store throws in
            try await store.commit([.key(.insert(Sample.key("old")))])
            await store.refuses(.key(.insert(Sample.key("new"))))
            try await store.commit([
                .key(.retire("old", at: Sample.now + 1, expiresAt: Sample.now + 9)), .key(.insert(Sample.key("new"))),
            ])
            var old = Sample.key("old")
            old.retiredAt = Sample.now + 1
            old.expiresAt = Sample.now + 9
            #expect(try await store.keys() == [old, Sample.key("new")])
        },
        StoreCase("Of 50 that make the first key at once, one does") { store throws in
            let count = await store.winners { [.key(.insert(Sample.key(.init("\($0)"))))] }
            #expect(count == 1)
            #expect(try await store.keys().count == 1)
        },
        StoreCase("Retiring a key conflicts when it is retired or does not exist") { store throws in
            try await store.commit([
                .key(.insert(Sample.key("key"))),
                .key(.retire("key", at: Sample.now, expiresAt: Sample.now + 9)),
            ])
            await store.refuses(.key(.retire("key", at: Sample.now + 1, expiresAt: Sample.now + 99)))
            await store.refuses(.key(.retire("unknown", at: Sample.now, expiresAt: Sample.now + 99)))
            #expect(try await store.keys().map(\.expiresAt) == [Sample.now + 9])
        },
        StoreCase("Deleting a key deletes it, and does nothing when there is none") { store throws in
            try await store.commit([
                .key(.insert(Sample.key("key"))), .key(.delete("key")), .key(.delete("unknown")),
            ])
            #expect(try await store.keys() == [])
        },
    ]
}
