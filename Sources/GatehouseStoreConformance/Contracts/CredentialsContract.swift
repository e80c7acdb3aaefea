import Foundation
import GatehouseStore
import GatehouseWire
import Testing

/// The contract of the credentials revision.
enum CredentialsContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Keeps the credentials revision when other properties change") {
            store throws in
            try await store.commit([.account(.insert(SampleRecords.account()))])
            try await store.commit([.account(.requireRevision("user", credentialsRevision: 1))])
            await store.expectConflict(.account(.requireRevision("user", credentialsRevision: 2)))
            await store.expectConflict(.account(.requireRevision("nobody", credentialsRevision: 1)))
            var account = SampleRecords.account()
            account.attributes = ["name": "Ada"]
            account.pending = [PendingAddress(kind: .email, value: "new@example.com", since: SampleRecords.now)]
            account.updatedAt = SampleRecords.now + 1
            account.revision = 2
            try await store.commit([.account(.update(account))])
            try await store.commit([.account(.requireRevision("user", credentialsRevision: 1))])
            #expect(try await store.account("user") == account)
        },
        StoreContractTest("Changes the credentials revision with the password, a name or the disabled state") {
            store throws in
            var account = SampleRecords.account()
            try await store.commit([.account(.insert(account))])
            let changes: [(inout Account) -> Void] = [
                { $0.passwordHash = "hash" },
                { $0.identifiers.append(SampleRecords.email("another@example.com")) },
                { $0.identifiers.removeLast() },
                { $0.disabledAt = SampleRecords.now },
                { $0.disabledAt = nil },
                { $0.passwordHash = nil },
                { $0.invalidateProofs() },
            ]
            for change in changes {
                let before = account.credentialsRevision
                change(&account)
                account.revision += 1
                #expect(account.credentialsRevision > before)
                try await store.commit([.account(.update(account))])
                await store.expectConflict(.account(.requireRevision("user", credentialsRevision: before)))
                try await store.commit([
                    .account(.requireRevision("user", credentialsRevision: account.credentialsRevision))
                ])
                #expect(try await store.account("user") == account)
            }
        },
        StoreContractTest("Rejects a rehash after a change of the password only") {
            store throws in
            var account = SampleRecords.account()
            account.passwordHash = "old hash"
            let credentials = account.credentialsRevision
            try await store.commit([.account(.insert(account))])
            account.attributes = ["name": "Ada"]
            account.revision = 2
            try await store.commit([.account(.update(account))])
            try await store.commit([.account(.rehash("user", "new hash", credentialsRevision: credentials))])
            let rehashed = try #require(try await store.account("user"))
            #expect(rehashed.passwordHash == "new hash")
            #expect(rehashed.credentialsRevision == credentials)
            #expect(rehashed.revision == 3)
            #expect(rehashed.attributes == ["name": "Ada"])
            account.passwordHash = "hash of another password"
            account.revision = 3
            await store.expectConflict(.account(.update(account)))
            account.revision = 4
            try await store.commit([.account(.update(account))])
            await store.expectConflict(.account(.rehash("user", "new hash", credentialsRevision: credentials)))
            await store.expectConflict(.account(.rehash("nobody", "new hash", credentialsRevision: 1)))
            #expect(try await store.account("user")?.passwordHash == "hash of another password")
        },
    ]
}
