import Foundation
import GatehouseStore
import Testing

extension StoreCase {
    static let claims: [StoreCase] = [
        StoreCase("An address that is pending finds nobody, and any number of accounts may claim it") { store throws in
            let address = PendingAddress(kind: .email, value: "claimed@example.com", since: Sample.now)
            for id in ["a", "b"] {
                var account = Sample.account(Account.ID(id))
                account.pending = [address]
                try await store.commit([.account(.insert(account))])
            }
            #expect(try await store.account(.email, "claimed@example.com") == nil)
            let owner = Sample.account("c", names: [Sample.email("claimed@example.com")])
            try await store.commit([.account(.insert(owner))])
            #expect(try await store.account(.email, "claimed@example.com")?.id == "c")
            #expect(try await store.account("a")?.pending == [address])
            #expect(try await store.account("b")?.pending == [address])
        },
        StoreCase("Updating an account replaces what is pending, and how its names are spelled") { store throws in
            let name = AccountIdentifier(kind: .username, value: "ada", spelling: "Ada", verifiedAt: Sample.now)
            var account = Sample.account(names: [name])
            account.pending = [PendingAddress(kind: .phone, value: "+819012345678", since: Sample.now)]
            try await store.commit([.account(.insert(account))])
            account.identifiers = [
                AccountIdentifier(kind: .username, value: "ada", spelling: "ADA", verifiedAt: Sample.now)
            ]
            account.pending = []
            account.revision = 2
            try await store.commit([.account(.update(account))])
            #expect(try await store.account("person") == account)
            #expect(try await store.account(.username, "ada")?.identifiers.first?.spelling == "ADA")
        },
        StoreCase("An account is registered by a client that exists, or by none") { store throws in
            let account = Account(
                id: "person",
                identifiers: [],
                registeredBy: "app",
                passwordHash: nil,
                attributes: [:],
                createdAt: Sample.now,
                updatedAt: Sample.now
            )
            await store.refuses(.account(.insert(account)))
            try await store.commit([.client(.insert(Sample.client())), .account(.insert(account))])
            #expect(try await store.account("person")?.registeredBy == "app")
            try await store.commit([.client(.delete("app"))])
            #expect(try await store.account("person")?.registeredBy == nil)
            #expect(try await store.account("person")?.revision == 1)
        },
        StoreCase("Of 50 that insert accounts of one user name at once, one does") { store throws in
            let count = await store.winners { contender in
                let name = AccountIdentifier(kind: .username, value: "ada", verifiedAt: nil)
                return [.account(.insert(Sample.account(Account.ID("\(contender)"), names: [name])))]
            }
            #expect(count == 1)
            #expect(try await store.accounts(after: nil, limit: 100).count == 1)
        },
    ]
}
