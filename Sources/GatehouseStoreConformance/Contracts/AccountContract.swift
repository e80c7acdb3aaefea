import Foundation
import GatehouseStore
import GatehouseWire
import Testing

/// The contract of accounts and their names.
enum AccountContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores and returns all fields of an account") { store throws in
            var account = Account(
                id: "user",
                identifiers: [
                    AccountIdentifier(kind: .phone, value: "+4930123456", verifiedAt: nil),
                    AccountIdentifier(kind: .email, value: "person@example.com", verifiedAt: SampleRecords.now),
                    AccountIdentifier(kind: .username, value: "user", spelling: "PerSon", verifiedAt: nil),
                ],
                pending: [
                    PendingAddress(kind: .email, value: "new@example.com", since: SampleRecords.now + 0.123),
                    PendingAddress(kind: .phone, value: "+819012345678", since: SampleRecords.now, isAdditional: true),
                ],
                registeredBy: "app",
                passwordHash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
                attributes: [
                    "given_name": "Zoë 光 🌸", "age": 41, "height": 1.5, "is_member": true, "nothing": nil,
                    "address": ["lines": ["1 Example \"Road\"", "line\nbreak"]],
                ],
                createdAt: SampleRecords.now,
                updatedAt: SampleRecords.now + 1
            )
            account.disabledAt = SampleRecords.now + 2
            account.deletion = AccountDeletion(requestedAt: SampleRecords.now + 2, dueAt: SampleRecords.now + 600)
            account.factorReset = FactorReset(
                requestedAt: SampleRecords.now + 3,
                dueAt: SampleRecords.now + 900,
                remindAt: SampleRecords.now + 300
            )
            account.requiresSecondFactor = true
            try await store.commit([.client(.insert(SampleRecords.client())), .account(.insert(account))])
            #expect(try await store.account("user") == account)
            #expect(try await store.account("other") == nil)
        },
        StoreContractTest("Finds an account by each of its names, of that kind only") { store throws in
            let email = SampleRecords.email("name")
            let username = AccountIdentifier(kind: .username, value: "other name", verifiedAt: nil)
            try await store.commit([.account(.insert(SampleRecords.account(names: [email, username])))])
            #expect(try await store.account(.email, "name")?.id == "user")
            #expect(try await store.account(.username, "other name")?.id == "user")
            #expect(try await store.account(.username, "name") == nil)
            #expect(try await store.account(.phone, "name") == nil)
        },
        StoreContractTest("Compares names byte for byte") { store throws in
            let composed = "zo\u{EB}@example.com"
            let decomposed = "zoe\u{308}@example.com"
            try await store.commit([
                .account(.insert(SampleRecords.account("a", names: [SampleRecords.email(composed)]))),
                .account(.insert(SampleRecords.account("b", names: [SampleRecords.email(decomposed)]))),
                .account(.insert(SampleRecords.account("c", names: [SampleRecords.email("ZO\u{EB}@example.com")]))),
            ])
            #expect(try await store.account(.email, composed)?.id == "a")
            #expect(try await store.account(.email, decomposed)?.id == "b")
            #expect(try await store.account(.email, "Zo\u{EB}@example.com") == nil)
        },
        StoreContractTest("Allows the same text as names of different kinds") { store throws in
            let username = AccountIdentifier(kind: .username, value: "name", verifiedAt: nil)
            try await store.commit([
                .account(.insert(SampleRecords.account("a", names: [SampleRecords.email("name")]))),
                .account(.insert(SampleRecords.account("b", names: [username]))),
            ])
            #expect(try await store.account(.email, "name")?.id == "a")
            #expect(try await store.account(.username, "name")?.id == "b")
        },
        StoreContractTest("Rejects an account with an existing id") { store throws in
            try await store.commit([
                .account(.insert(SampleRecords.account(names: [SampleRecords.email("a@example.com")])))
            ])
            await store.expectConflict(
                .account(.insert(SampleRecords.account(names: [SampleRecords.email("b@example.com")])))
            )
            #expect(try await store.account(.email, "b@example.com") == nil)
        },
        StoreContractTest("Rejects an account with an existing name") { store throws in
            let taken = SampleRecords.email("taken@example.com")
            try await store.commit([.account(.insert(SampleRecords.account("a", names: [taken])))])
            await store.expectConflict(
                .account(.insert(SampleRecords.account("b", names: [SampleRecords.email("free@example.com"), taken])))
            )
            #expect(try await store.account("b") == nil)
            #expect(try await store.account(.email, "free@example.com") == nil)
        },
        StoreContractTest("Rejects an account with a repeated name") { store throws in
            let name = SampleRecords.email("twice@example.com")
            await store.expectConflict(.account(.insert(SampleRecords.account(names: [name, name]))))
            #expect(try await store.account("user") == nil)
        },
        StoreContractTest("Gives a name to one of 50 concurrent new accounts") { store throws in
            let count = await store.successCount { contender in
                [
                    .account(
                        .insert(
                            SampleRecords.account(
                                .init("\(contender)"),
                                names: [SampleRecords.email("one@example.com")]
                            )
                        )
                    )
                ]
            }
            #expect(count == 1)
            #expect(try await store.accounts(after: nil, limit: 100).count == 1)
        },
        StoreContractTest("Replaces an account on update, and frees its removed names") { store throws in
            let kept = SampleRecords.email("kept@example.com")
            let dropped = SampleRecords.email("dropped@example.com")
            try await store.commit([.account(.insert(SampleRecords.account(names: [kept, dropped])))])
            var account = SampleRecords.account(names: [SampleRecords.email("new@example.com"), kept])
            account.passwordHash = "hash"
            account.attributes = ["name": "New"]
            account.updatedAt = SampleRecords.now + 5
            account.disabledAt = SampleRecords.now + 6
            account.revision = 2
            try await store.commit([.account(.update(account))])
            #expect(try await store.account("user") == account)
            #expect(try await store.account(.email, "dropped@example.com") == nil)
            try await store.commit([.account(.insert(SampleRecords.account("other", names: [dropped])))])
        },
        StoreContractTest("Rejects an account update unless the stored revision is one below") { store throws in
            try await store.commit([.account(.insert(SampleRecords.account()))])
            for revision in [0, 1, 3] {
                var account = SampleRecords.account()
                account.passwordHash = "hash"
                account.revision = revision
                await store.expectConflict(.account(.update(account)))
            }
            #expect(try await store.account("user") == SampleRecords.account())
        },
        StoreContractTest("Rejects an update of a missing account") { store throws in
            var account = SampleRecords.account()
            account.revision = 2
            await store.expectConflict(.account(.update(account)))
        },
        StoreContractTest("Rejects an account update with a name of another account") { store throws in
            let taken = SampleRecords.email("taken@example.com")
            let own = SampleRecords.account(names: [SampleRecords.email("own@example.com")])
            try await store.commit([
                .account(.insert(own)),
                .account(.insert(SampleRecords.account("other", names: [taken]))),
            ])
            var account = own
            account.identifiers.append(taken)
            account.revision = 2
            await store.expectConflict(.account(.update(account)))
            #expect(try await store.account("user") == own)
            #expect(try await store.account(.email, "taken@example.com")?.id == "other")
        },
        StoreContractTest("Accepts one of 50 concurrent updates of the same revision") { store throws in
            try await store.commit([.account(.insert(SampleRecords.account()))])
            let count = await store.successCount { contender in
                var account = SampleRecords.account()
                account.passwordHash = "\(contender)"
                account.revision = 2
                return [.account(.update(account))]
            }
            #expect(count == 1)
            #expect(try await store.account("user")?.revision == 2)
        },
    ]
}

/// The contract of the list of accounts.
enum AccountPageContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Lists accounts in order of creation, then of writing") { store throws in
            try await store.commit([
                .account(.insert(SampleRecords.account("late", at: SampleRecords.now + 2))),
                .account(.insert(SampleRecords.account("z", at: SampleRecords.now))),
                .account(.insert(SampleRecords.account("a", at: SampleRecords.now))),
                .account(.insert(SampleRecords.account("early", at: SampleRecords.now - 1))),
            ])
            let ids = try await store.accounts(after: nil, limit: 10).map(\.id)
            #expect(ids == ["early", "z", "a", "late"])
        },
        StoreContractTest("Returns a page of accounts after the given one, up to the limit") {
            store throws in
            for number in 1...7 {
                let names = [SampleRecords.email("\(number)@example.com")]
                try await store.commit([.account(.insert(SampleRecords.account(.init("\(number)"), names: names)))])
            }
            #expect(try await store.accounts(after: nil, limit: 3).map(\.id) == ["1", "2", "3"])
            #expect(try await store.accounts(after: "3", limit: 3).map(\.id) == ["4", "5", "6"])
            #expect(
                try await store.accounts(after: "6", limit: 3).map(\.identifiers) == [
                    [SampleRecords.email("7@example.com")]
                ]
            )
            #expect(try await store.accounts(after: "7", limit: 3) == [])
            #expect(try await store.accounts(after: nil, limit: 0) == [])
        },
        StoreContractTest("Returns an empty page of accounts after a missing one") { store throws in
            try await store.commit([.account(.insert(SampleRecords.account()))])
            #expect(try await store.accounts(after: "unknown", limit: 3) == [])
        },
    ]
}

/// The contract of deleting accounts.
enum AccountDeletionContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Deletes an account with all dependent records only") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("other", names: [SampleRecords.email("o@example.com")])))
            ])
            for (account, suffix) in [(Account.ID("user"), "1"), ("other", "2")] {
                try await store.commit([
                    .consent(.put(SampleRecords.consent(account))),
                    .session(.insert(SampleRecords.session(.init("session\(suffix)"), account: account))),
                    .browserSession(.insert(SampleRecords.browserSession(.init("browser\(suffix)"), account: account))),
                    .code(.insert(SampleRecords.code(.init("code\(suffix)"), account: account))),
                    .device(.insert(SampleRecords.device(.init("device\(suffix)"), userCode: suffix))),
                    .device(.decide(.init("device\(suffix)"), SampleRecords.approval(by: account))),
                    .flow(.insert(SampleRecords.flow(.init("flow\(suffix)"), account: account))),
                    .account(
                        .recordUse(
                            FactorUse(
                                accountID: account,
                                factor: SampleRecords.password.factor,
                                lastUsedAt: SampleRecords.now
                            )
                        )
                    ),
                    .account(.recordBrowser(SampleRecords.knownBrowser(account: account))),
                    .credential(.insert(SampleRecords.credential(.init("credential\(suffix)"), account: account))),
                    .audit(
                        AuditEvent(
                            id: .init(suffix),
                            at: SampleRecords.now,
                            kind: .signedIn,
                            accountID: account,
                            address: "192.0.2.7",
                            requestID: "request",
                            detail: "password"
                        )
                    ),
                ])
            }
            try await store.commit([.device(.insert(SampleRecords.device("pending", userCode: "3")))])

            try await store.commit([.account(.delete("user"))])

            #expect(try await store.account("user") == nil)
            #expect(try await store.consent("user", "app") == nil)
            #expect(try await store.session("session1") == nil)
            #expect(try await store.browserSession("browser1") == nil)
            #expect(try await store.code("code1") == nil)
            #expect(try await store.device("device1") == nil)
            #expect(try await store.account("other") != nil)
            #expect(try await store.consent("other", "app") != nil)
            #expect(try await store.session("session2") != nil)
            #expect(try await store.browserSession("browser2") != nil)
            #expect(try await store.code("code2") != nil)
            #expect(try await store.device("device2") != nil)
            #expect(try await store.device("pending") != nil)
            #expect(try await store.flow("flow1") == nil)
            #expect(try await store.flow("flow2") != nil)
            #expect(try await store.credential("credential1") == nil)
            #expect(try await store.credential("credential2") != nil)
            #expect(try await store.factorUses(of: "user") == [])
            #expect(try await store.factorUses(of: "other").count == 1)
            #expect(try await store.knownBrowsers(of: "user") == [])
            #expect(try await store.knownBrowsers(of: "other").count == 1)
            let events = try await store.events(of: "user", before: nil, limit: 10)
            #expect(events.map(\.id) == ["1"] && events.map(\.detail) == ["password"])
            #expect(events.map(\.address) == [nil] && events.map(\.requestID) == [nil])
            #expect(try await store.events(of: "other", before: nil, limit: 10).map(\.address) == ["192.0.2.7"])
        },
        StoreContractTest("Lists accounts whose deletion is due, earliest first") { store throws in
            for (id, days) in [(Account.ID("late"), 3.0), ("early", 1), ("middle", 2)] {
                var account = SampleRecords.account(id, names: [SampleRecords.email("\(id)@example.com")])
                account.deletion = AccountDeletion(
                    requestedAt: SampleRecords.now,
                    dueAt: SampleRecords.now + days * 86_400
                )
                try await store.commit([.account(.insert(account))])
            }
            try await store.commit([.account(.insert(SampleRecords.account("kept")))])
            let due = try await store.accounts(dueForDeletionAt: SampleRecords.now + 2 * 86_400, limit: 10)
            #expect(due.map(\.id) == ["early", "middle"])
            #expect(due.first?.identifiers == [SampleRecords.email("early@example.com")])
            let one = try await store.accounts(dueForDeletionAt: SampleRecords.now + 9 * 86_400, limit: 1)
            #expect(one.map(\.id) == ["early"])
            #expect(try await store.accounts(dueForDeletionAt: SampleRecords.now, limit: 10) == [])
        },
        StoreContractTest("Lists accounts whose reset of factors is due, and those to remind, earliest first") {
            store throws in
            let now = SampleRecords.now
            let resets: [(Account.ID, FactorReset?)] = [
                ("late", FactorReset(requestedAt: now, dueAt: now + 30)),
                ("remind", FactorReset(requestedAt: now, dueAt: now + 60, remindAt: now + 10)),
                ("due", FactorReset(requestedAt: now, dueAt: now + 20)), ("none", nil),
            ]
            for (id, reset) in resets {
                var account = SampleRecords.account(
                    id,
                    names: [
                        SampleRecords.email("\(id)@example.com"),
                        AccountIdentifier(kind: .username, value: id.rawValue, verifiedAt: nil),
                    ]
                )
                account.factorReset = reset
                try await store.commit([.account(.insert(account))])
            }
            let due = try await store.accounts(dueForFactorResetAt: now + 20, limit: 10)
            #expect(due.map(\.id) == ["remind", "due"])
            #expect(due.map(\.identifiers.count) == [2, 2])
            #expect(due.first?.factorReset == FactorReset(requestedAt: now, dueAt: now + 60, remindAt: now + 10))
            #expect(try await store.accounts(dueForFactorResetAt: now + 60, limit: 1).map(\.id) == ["remind"])
            #expect(try await store.accounts(dueForFactorResetAt: now + 9, limit: 10) == [])

            var reminded = try #require(due.first)
            reminded.factorReset = reminded.factorReset?.reminded()
            reminded.revision += 1
            try await store.commit([.account(.update(reminded))])
            #expect(try await store.accounts(dueForFactorResetAt: now + 30, limit: 10).map(\.id) == ["due", "late"])
            reminded.factorReset = nil
            reminded.revision += 1
            try await store.commit([.account(.update(reminded))])
            #expect(try await store.account("remind") == reminded)
            #expect(try await store.accounts(dueForFactorResetAt: now + 60, limit: 10).map(\.id) == ["due", "late"])
        },
        StoreContractTest("Frees the names of a deleted account") { store throws in
            let name = SampleRecords.email("name@example.com")
            try await store.commit([.account(.insert(SampleRecords.account("a", names: [name])))])
            try await store.commit([
                .account(.delete("a")), .account(.insert(SampleRecords.account("b", names: [name]))),
            ])
            #expect(try await store.account(.email, "name@example.com")?.id == "b")
        },
        StoreContractTest("Rejects the deletion of a missing account") { store throws in
            await store.expectConflict(.account(.delete("user")))
        },
    ]
}
