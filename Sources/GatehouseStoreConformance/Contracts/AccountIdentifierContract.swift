import Foundation
import GatehouseStore
import Testing

/// The contract of identifiers that wait for verification.
enum AccountIdentifierContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Lets any number of accounts claim a pending address, which identifies none") {
            store throws in
            let address = PendingAddress(kind: .email, value: "claimed@example.com", since: SampleRecords.now)
            for id in ["a", "b"] {
                var account = SampleRecords.account(Account.ID(id))
                account.pending = [address]
                try await store.commit([.account(.insert(account))])
            }
            #expect(try await store.account(.email, "claimed@example.com") == nil)
            let owner = SampleRecords.account("c", names: [SampleRecords.email("claimed@example.com")])
            try await store.commit([.account(.insert(owner))])
            #expect(try await store.account(.email, "claimed@example.com")?.id == "c")
            #expect(try await store.account("a")?.pending == [address])
            #expect(try await store.account("b")?.pending == [address])
        },
        StoreContractTest("Replaces pending addresses and spellings on update") {
            store throws in
            let name = AccountIdentifier(kind: .username, value: "ada", spelling: "Ada", verifiedAt: SampleRecords.now)
            var account = SampleRecords.account(names: [name])
            account.pending = [PendingAddress(kind: .phone, value: "+819012345678", since: SampleRecords.now)]
            try await store.commit([.account(.insert(account))])
            account.identifiers = [
                AccountIdentifier(kind: .username, value: "ada", spelling: "ADA", verifiedAt: SampleRecords.now)
            ]
            account.pending = []
            account.revision = 2
            try await store.commit([.account(.update(account))])
            #expect(try await store.account("user") == account)
            #expect(try await store.account(.username, "ada")?.identifiers.first?.spelling == "ADA")
        },
        StoreContractTest("Accepts an account registered by an existing client or by none") { store throws in
            let account = Account(
                id: "user",
                identifiers: [],
                registeredBy: "app",
                passwordHash: nil,
                attributes: [:],
                createdAt: SampleRecords.now,
                updatedAt: SampleRecords.now
            )
            await store.expectConflict(.account(.insert(account)))
            try await store.commit([.client(.insert(SampleRecords.client())), .account(.insert(account))])
            #expect(try await store.account("user")?.registeredBy == "app")
            try await store.commit([.client(.delete("app"))])
            #expect(try await store.account("user")?.registeredBy == nil)
            #expect(try await store.account("user")?.revision == 1)
        },
        StoreContractTest("Accepts one of 50 concurrent new accounts with the same user name") { store throws in
            let count = await store.successCount { contender in
                let name = AccountIdentifier(kind: .username, value: "ada", verifiedAt: nil)
                return [.account(.insert(SampleRecords.account(Account.ID("\(contender)"), names: [name])))]
            }
            #expect(count == 1)
            #expect(try await store.accounts(after: nil, limit: 100).count == 1)
        },
    ]
}
