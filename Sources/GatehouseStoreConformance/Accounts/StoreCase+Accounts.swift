import Foundation
import GatehouseStore
import GatehouseWire
import Testing

extension StoreCase {
    static let accounts: [StoreCase] = [
        StoreCase("An account comes back as it was put in") { store throws in
            var account = Account(
                id: "person",
                identifiers: [
                    AccountIdentifier(kind: .phone, value: "+4930123456", verifiedAt: nil),
                    AccountIdentifier(kind: .email, value: "person@example.com", verifiedAt: Sample.now),
                    AccountIdentifier(kind: .username, value: "person", spelling: "PerSon", verifiedAt: nil),
                ],
                pending: [
                    PendingAddress(kind: .email, value: "new@example.com", since: Sample.now + 0.123),
                    PendingAddress(kind: .phone, value: "+819012345678", since: Sample.now),
                ],
                registeredBy: "app",
                passwordHash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
                attributes: [
                    "given_name": "Zoë 光 🌸", "age": 41, "height": 1.5, "is_member": true, "nothing": nil,
                    "address": ["lines": ["1 Example \"Road\"", "line\nbreak"]],
                ],
                createdAt: Sample.now,
                updatedAt: Sample.now + 1
            )
            account.disabledAt = Sample.now + 2
            try await store.commit([.client(.insert(Sample.client())), .account(.insert(account))])
            #expect(try await store.account("person") == account)
            #expect(try await store.account("other") == nil)
        },
        StoreCase("An account is found by each of its names, of that kind alone") { store throws in
            let email = Sample.email("name")
            let username = AccountIdentifier(kind: .username, value: "other name", verifiedAt: nil)
            try await store.commit([.account(.insert(Sample.account(names: [email, username])))])
            #expect(try await store.account(.email, "name")?.id == "person")
            #expect(try await store.account(.username, "other name")?.id == "person")
            #expect(try await store.account(.username, "name") == nil)
            #expect(try await store.account(.phone, "name") == nil)
        },
        StoreCase("Names are compared byte for byte") { store throws in
            let composed = "zo\u{EB}@example.com"
            let decomposed = "zoe\u{308}@example.com"
            try await store.commit([
                .account(.insert(Sample.account("a", names: [Sample.email(composed)]))),
                .account(.insert(Sample.account("b", names: [Sample.email(decomposed)]))),
                .account(.insert(Sample.account("c", names: [Sample.email("ZO\u{EB}@example.com")]))),
            ])
            #expect(try await store.account(.email, composed)?.id == "a")
            #expect(try await store.account(.email, decomposed)?.id == "b")
            #expect(try await store.account(.email, "Zo\u{EB}@example.com") == nil)
        },
        StoreCase("Two accounts may have the same text as names of different kinds") { store throws in
            let username = AccountIdentifier(kind: .username, value: "name", verifiedAt: nil)
            try await store.commit([
                .account(.insert(Sample.account("a", names: [Sample.email("name")]))),
                .account(.insert(Sample.account("b", names: [username]))),
            ])
            #expect(try await store.account(.email, "name")?.id == "a")
            #expect(try await store.account(.username, "name")?.id == "b")
        },
        StoreCase("Inserting an account conflicts when its id exists") { store throws in
            try await store.commit([.account(.insert(Sample.account(names: [Sample.email("a@example.com")])))])
            await store.refuses(.account(.insert(Sample.account(names: [Sample.email("b@example.com")]))))
            #expect(try await store.account(.email, "b@example.com") == nil)
        },
        StoreCase("Inserting an account conflicts when one of its names exists") { store throws in
            let taken = Sample.email("taken@example.com")
            try await store.commit([.account(.insert(Sample.account("a", names: [taken])))])
            await store.refuses(
                .account(.insert(Sample.account("b", names: [Sample.email("free@example.com"), taken])))
            )
            #expect(try await store.account("b") == nil)
            #expect(try await store.account(.email, "free@example.com") == nil)
        },
        StoreCase("Inserting an account conflicts when it has the same name twice") { store throws in
            let name = Sample.email("twice@example.com")
            await store.refuses(.account(.insert(Sample.account(names: [name, name]))))
            #expect(try await store.account("person") == nil)
        },
        StoreCase("Of 50 accounts that want one name, one gets it") { store throws in
            let count = await store.winners { contender in
                [.account(.insert(Sample.account(.init("\(contender)"), names: [Sample.email("one@example.com")])))]
            }
            #expect(count == 1)
            #expect(try await store.accounts(after: nil, limit: 100).count == 1)
        },
        StoreCase("Updating an account replaces it, and frees the names it gave up") { store throws in
            let kept = Sample.email("kept@example.com")
            let dropped = Sample.email("dropped@example.com")
            try await store.commit([.account(.insert(Sample.account(names: [kept, dropped])))])
            var account = Sample.account(names: [Sample.email("new@example.com"), kept])
            account.passwordHash = "hash"
            account.attributes = ["name": "New"]
            account.updatedAt = Sample.now + 5
            account.disabledAt = Sample.now + 6
            account.revision = 2
            try await store.commit([.account(.update(account))])
            #expect(try await store.account("person") == account)
            #expect(try await store.account(.email, "dropped@example.com") == nil)
            try await store.commit([.account(.insert(Sample.account("other", names: [dropped])))])
        },
        StoreCase("Updating an account conflicts unless the stored revision is one below") { store throws in
            try await store.commit([.account(.insert(Sample.account()))])
            for revision in [0, 1, 3] {
                var account = Sample.account()
                account.passwordHash = "hash"
                account.revision = revision
                await store.refuses(.account(.update(account)))
            }
            #expect(try await store.account("person") == Sample.account())
        },
        StoreCase("Updating an account conflicts when it does not exist") { store throws in
            var account = Sample.account()
            account.revision = 2
            await store.refuses(.account(.update(account)))
        },
        StoreCase("Updating an account conflicts when a name belongs to another one") { store throws in
            let taken = Sample.email("taken@example.com")
            let own = Sample.account(names: [Sample.email("own@example.com")])
            try await store.commit([
                .account(.insert(own)),
                .account(.insert(Sample.account("other", names: [taken]))),
            ])
            var account = own
            account.identifiers.append(taken)
            account.revision = 2
            await store.refuses(.account(.update(account)))
            #expect(try await store.account("person") == own)
            #expect(try await store.account(.email, "taken@example.com")?.id == "other")
        },
        StoreCase("Of 50 updates from the same revision, one succeeds") { store throws in
            try await store.commit([.account(.insert(Sample.account()))])
            let count = await store.winners { contender in
                var account = Sample.account()
                account.passwordHash = "\(contender)"
                account.revision = 2
                return [.account(.update(account))]
            }
            #expect(count == 1)
            #expect(try await store.account("person")?.revision == 2)
        },
    ]
}
