import Foundation
import GatehouseStore
import Testing

/// The contract of the credentials that users enrol.
enum CredentialContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores and returns all fields of a credential") { store throws in
            try await store.seed()
            let credential = Credential(
                id: "full",
                accountID: "user",
                factor: FactorName(rawValue: "totp"),
                name: "Ada's \"phone\" \u{1F4F1}",
                createdAt: SampleRecords.now,
                lastUsedAt: SampleRecords.now + 7,
                state: Data("{}".utf8),
                revision: 3
            )
            try await store.commit([
                .credential(.insert(credential)), .credential(.insert(SampleRecords.credential("bare"))),
            ])
            #expect(try await store.credential("full") == credential)
            #expect(try await store.credential("bare") == SampleRecords.credential("bare"))
            #expect(try await store.credential("other") == nil)
            #expect(try await store.credentials(of: "user") == [credential, SampleRecords.credential("bare")])
            #expect(try await store.credentials(of: "missing") == [])
        },
        StoreContractTest("Returns the state of a credential byte for byte") { store throws in
            try await store.seed()
            var credential = SampleRecords.credential()
            try await store.commit([.credential(.insert(credential))])
            for state in [Data(#"{ "b" : 1.0,"a":"\u00e9\/" }"#.utf8), Data(0...255), Data(), Data([0])] {
                credential.state = state
                credential.revision += 1
                try await store.commit([.credential(.update(credential))])
                #expect(try await store.credential("credential")?.state == state)
            }
        },
        StoreContractTest("Rejects a credential with an existing id, also of another account") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))),
                .credential(.insert(SampleRecords.credential())),
            ])
            await store.expectConflict(.credential(.insert(SampleRecords.credential())))
            await store.expectConflict(.credential(.insert(SampleRecords.credential(account: "other"))))
            #expect(try await store.credential("credential") == SampleRecords.credential())
            #expect(try await store.credentials(of: "other") == [])
        },
        StoreContractTest("Rejects a credential of a missing account") { store throws in
            await store.expectConflict(.credential(.insert(SampleRecords.credential())))
            #expect(try await store.credential("credential") == nil)
        },
        StoreContractTest("Accepts one of 50 concurrent credentials with the same id") { store throws in
            try await store.seed()
            let count = await store.successCount { contender in
                var credential = SampleRecords.credential()
                credential.name = "\(contender)"
                return [.credential(.insert(credential))]
            }
            #expect(count == 1)
            #expect(try await store.credentials(of: "user").map(\.id) == ["credential"])
        },
        StoreContractTest("Replaces a credential on update") { store throws in
            try await store.seed()
            try await store.commit([
                .credential(.insert(SampleRecords.credential())),
                .credential(.insert(SampleRecords.credential("kept"))),
            ])
            var credential = SampleRecords.credential()
            credential.name = "Renamed"
            credential.lastUsedAt = SampleRecords.now + 60
            credential.state = Data(#"{"counter":2}"#.utf8)
            credential.revision = 2
            try await store.commit([.credential(.update(credential))])
            #expect(try await store.credential("credential") == credential)
            #expect(try await store.credential("kept") == SampleRecords.credential("kept"))
            credential.lastUsedAt = nil
            credential.revision = 3
            try await store.commit([.credential(.update(credential))])
            #expect(try await store.credential("credential") == credential)
        },
        StoreContractTest("Rejects an update of a credential unless the stored revision is one below") {
            store throws in
            try await store.seed()
            try await store.commit([.credential(.insert(SampleRecords.credential()))])
            for revision in [0, 1, 3] {
                var credential = SampleRecords.credential()
                credential.name = "Renamed"
                credential.revision = revision
                await store.expectConflict(.credential(.update(credential)))
            }
            #expect(try await store.credential("credential") == SampleRecords.credential())
            var missing = SampleRecords.credential("missing")
            missing.revision = 2
            await store.expectConflict(.credential(.update(missing)))
            #expect(try await store.credential("missing") == nil)
        },
        StoreContractTest("Accepts one of 50 concurrent updates of the same revision of a credential") {
            store throws in
            try await store.seed()
            try await store.commit([.credential(.insert(SampleRecords.credential()))])
            let count = await store.successCount { contender in
                var credential = SampleRecords.credential()
                credential.state = Data([UInt8(contender)])
                credential.revision = 2
                return [
                    .session(.insert(SampleRecords.session(.init("\(contender)")))), .credential(.update(credential)),
                ]
            }
            #expect(count == 1)
            let session = try #require(try await store.sessions(of: "user").first)
            let credential = try #require(try await store.credential("credential"))
            #expect(credential.revision == 2 && credential.state.map(String.init) == [session.id.rawValue])
            #expect(try await store.sessions(of: "user").count == 1)
        },
    ]
}

/// The contract of listing and deleting credentials.
enum CredentialListContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Lists the credentials of an account in order of creation, then of writing") {
            store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))),
                .credential(.insert(SampleRecords.credential("late", at: SampleRecords.now + 1))),
                .credential(.insert(SampleRecords.credential("z"))),
                .credential(.insert(SampleRecords.credential("of other", account: "other"))),
                .credential(.insert(SampleRecords.credential("a"))),
                .credential(.insert(SampleRecords.credential("early", at: SampleRecords.now - 1))),
            ])
            #expect(try await store.credentials(of: "user").map(\.id) == ["early", "z", "a", "late"])
            var used = SampleRecords.credential("z")
            used.lastUsedAt = SampleRecords.now + 9
            used.revision = 2
            try await store.commit([.credential(.update(used))])
            #expect(try await store.credentials(of: "user").map(\.id) == ["early", "z", "a", "late"])
            #expect(try await store.credentials(of: "other").map(\.id) == ["of other"])
        },
        StoreContractTest("Deletes a credential once, and frees its id") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))),
                .credential(.insert(SampleRecords.credential())),
                .credential(.insert(SampleRecords.credential("kept"))),
            ])
            try await store.commit([.credential(.delete("credential"))])
            #expect(try await store.credentials(of: "user").map(\.id) == ["kept"])
            await store.expectConflict(.credential(.delete("credential")))
            var late = SampleRecords.credential()
            late.revision = 2
            await store.expectConflict(.credential(.update(late)))
            let again = SampleRecords.credential(account: "other")
            try await store.commit([.credential(.insert(again))])
            #expect(try await store.credential("credential") == again)
        },
        StoreContractTest("Accepts one of 50 concurrent deletions of a credential") { store throws in
            try await store.seed()
            try await store.commit([.credential(.insert(SampleRecords.credential()))])
            let count = await store.successCount { _ in [.credential(.delete("credential"))] }
            #expect(count == 1)
            #expect(try await store.credentials(of: "user") == [])
        },
        StoreContractTest("Deletes all credentials of an account only, and ignores an account without any") {
            store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))),
                .credential(.insert(SampleRecords.credential("a"))),
                .credential(.insert(SampleRecords.credential("b"))),
                .credential(.insert(SampleRecords.credential("c", account: "other"))),
            ])
            try await store.commit([.credential(.deleteAll(of: "user"))])
            #expect(try await store.credentials(of: "user") == [])
            #expect(try await store.credential("a") == nil)
            #expect(try await store.credentials(of: "other").map(\.id) == ["c"])
            try await store.commit([.credential(.deleteAll(of: "user")), .credential(.deleteAll(of: "missing"))])
            #expect(try await store.credential("c") != nil)
            #expect(try await store.account("user") == SampleRecords.account())
        },
        StoreContractTest("Deletes credentials with their account only") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))),
                .credential(.insert(SampleRecords.credential("a"))),
                .credential(.insert(SampleRecords.credential("b", account: "other"))),
                .account(.delete("user")),
            ])
            #expect(try await store.credential("a") == nil)
            #expect(try await store.credentials(of: "user") == [])
            #expect(try await store.credential("b") == SampleRecords.credential("b", account: "other"))
            await store.expectConflict(.credential(.insert(SampleRecords.credential("a"))))
        },
    ]
}
