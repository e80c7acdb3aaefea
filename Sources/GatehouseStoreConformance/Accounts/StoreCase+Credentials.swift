import Foundation
import GatehouseStore
import GatehouseWire
import Testing

extension StoreCase {
    static let credentials: [StoreCase] = [
        StoreCase("Credentials are unchanged while only other properties of the account change") { store throws in
            try await store.commit([.account(.insert(Sample.account()))])
            try await store.commit([.account(.unchanged("person", credentialsRevision: 1))])
            await store.refuses(.account(.unchanged("person", credentialsRevision: 2)))
            await store.refuses(.account(.unchanged("nobody", credentialsRevision: 1)))
            var account = Sample.account()
            account.attributes = ["name": "Ada"]
            account.pending = [PendingAddress(kind: .email, value: "new@example.com", since: Sample.now)]
            account.updatedAt = Sample.now + 1
            account.revision = 2
            try await store.commit([.account(.update(account))])
            try await store.commit([.account(.unchanged("person", credentialsRevision: 1))])
            #expect(try await store.account("person") == account)
        },
        StoreCase("A change of the password, a name or the disabled state changes the credentials") { store throws in
            var account = Sample.account()
            try await store.commit([.account(.insert(account))])
            let changes: [(inout Account) -> Void] = [
                { $0.passwordHash = "hash" },
                { $0.identifiers.append(Sample.email("another@example.com")) },
                { $0.identifiers.removeLast() },
                { $0.disabledAt = Sample.now },
                { $0.disabledAt = nil },
                { $0.passwordHash = nil },
            ]
            for change in changes {
                let before = account.credentialsRevision
                change(&account)
                account.revision += 1
                #expect(account.credentialsRevision > before)
                try await store.commit([.account(.update(account))])
                await store.refuses(.account(.unchanged("person", credentialsRevision: before)))
                try await store.commit([
                    .account(.unchanged("person", credentialsRevision: account.credentialsRevision))
                ])
                #expect(try await store.account("person") == account)
            }
        },
        StoreCase("A rehash conflicts with a change of the password, and with no other change") { store throws in
            var account = Sample.account()
            account.passwordHash = "old hash"
            let credentials = account.credentialsRevision
            try await store.commit([.account(.insert(account))])
            account.attributes = ["name": "Ada"]
            account.revision = 2
            try await store.commit([.account(.update(account))])
            try await store.commit([.account(.rehash("person", "new hash", credentialsRevision: credentials))])
            let rehashed = try #require(try await store.account("person"))
            #expect(rehashed.passwordHash == "new hash")
            #expect(rehashed.credentialsRevision == credentials)
            #expect(rehashed.revision == 3)
            #expect(rehashed.attributes == ["name": "Ada"])
            account.passwordHash = "hash of another password"
            account.revision = 3
            await store.refuses(.account(.update(account)))
            account.revision = 4
            try await store.commit([.account(.update(account))])
            await store.refuses(.account(.rehash("person", "new hash", credentialsRevision: credentials)))
            await store.refuses(.account(.rehash("nobody", "new hash", credentialsRevision: 1)))
            #expect(try await store.account("person")?.passwordHash == "hash of another password")
        },
    ]
}
