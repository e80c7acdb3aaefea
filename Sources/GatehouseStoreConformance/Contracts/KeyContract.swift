import Foundation
import GatehouseStore
import GatehouseWire
import Testing

/// The contract of signing keys.
enum KeyContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Lists keys, oldest first") { store throws in
            let retired = StoredKey(
                id: "retired",
                algorithm: .es256,
                sealedPrivateKey: SampleRecords.key("any").sealedPrivateKey,
                createdAt: SampleRecords.now - 1,
                retiredAt: SampleRecords.now,
                expiresAt: SampleRecords.now + 60
            )
            let newer = SampleRecords.key("newer", .rs256, at: SampleRecords.now + 1)
            try await store.commit([
                .key(.insert(retired)), .key(.insert(newer)), .key(.insert(SampleRecords.key("current"))),
            ])
            #expect(try await store.keys() == [retired, SampleRecords.key("current"), newer])
        },
        StoreContractTest("Rejects a key with an existing id") { store throws in
            try await store.commit([.key(.insert(SampleRecords.key("key")))])
            await store.expectConflict(.key(.insert(SampleRecords.key("key", .rs256))))
        },
        StoreContractTest("Rejects a key while another of its algorithm is in use") { store throws in
            try await store.commit([.key(.insert(SampleRecords.key("old")))])
            await store.expectConflict(.key(.insert(SampleRecords.key("new"))))
            try await store.commit([
                .key(.retire("old", at: SampleRecords.now + 1, expiresAt: SampleRecords.now + 9)),
                .key(.insert(SampleRecords.key("new"))),
            ])
            var old = SampleRecords.key("old")
            old.retiredAt = SampleRecords.now + 1
            old.expiresAt = SampleRecords.now + 9
            #expect(try await store.keys() == [old, SampleRecords.key("new")])
        },
        StoreContractTest("Accepts one of 50 concurrent first keys") { store throws in
            let count = await store.successCount { [.key(.insert(SampleRecords.key(.init("\($0)"))))] }
            #expect(count == 1)
            #expect(try await store.keys().count == 1)
        },
        StoreContractTest("Rejects retiring a key that is retired or missing") { store throws in
            try await store.commit([
                .key(.insert(SampleRecords.key("key"))),
                .key(.retire("key", at: SampleRecords.now, expiresAt: SampleRecords.now + 9)),
            ])
            await store.expectConflict(
                .key(.retire("key", at: SampleRecords.now + 1, expiresAt: SampleRecords.now + 99))
            )
            await store.expectConflict(
                .key(.retire("unknown", at: SampleRecords.now, expiresAt: SampleRecords.now + 99))
            )
            #expect(try await store.keys().map(\.expiresAt) == [SampleRecords.now + 9])
        },
        StoreContractTest("Deletes a key, and ignores a missing one") { store throws in
            try await store.commit([
                .key(.insert(SampleRecords.key("key"))), .key(.delete("key")), .key(.delete("unknown")),
            ])
            #expect(try await store.keys() == [])
        },
    ]
}
