import Foundation
import GatehouseStore
import GatehouseWire
import Testing

/// The contract of consents.
enum ConsentContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores a consent for one account and client") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))), .client(.insert(SampleRecords.client("other"))),
                .consent(.put(SampleRecords.consent())),
            ])
            #expect(try await store.consent("user", "app") == SampleRecords.consent())
            #expect(try await store.consent("other", "app") == nil)
            #expect(try await store.consent("user", "other") == nil)
        },
        StoreContractTest("Replaces a consent") { store throws in
            try await store.seed()
            let later = Consent(
                accountID: "user",
                clientID: "app",
                scopes: [.email],
                declined: [.profile, .postalCode],
                claims: [.birthdate, ClaimName(rawValue: "size")],
                grantedAt: SampleRecords.now + 9
            )
            try await store.commit([.consent(.put(SampleRecords.consent())), .consent(.put(later))])
            #expect(try await store.consent("user", "app") == later)
            try await store.commit([.consent(.put(SampleRecords.consent()))])
            #expect(try await store.consent("user", "app") == SampleRecords.consent())
        },
        StoreContractTest("Rejects a consent of a missing account or client") { store throws in
            try await store.seed()
            await store.expectConflict(.consent(.put(SampleRecords.consent("other", "app"))))
            await store.expectConflict(.consent(.put(SampleRecords.consent("user", "other"))))
        },
        StoreContractTest("Removes a consent, and ignores a missing one") { store throws in
            try await store.seed()
            try await store.commit([.consent(.put(SampleRecords.consent())), .consent(.remove("user", "app"))])
            #expect(try await store.consent("user", "app") == nil)
            try await store.commit([.consent(.remove("user", "app")), .consent(.remove("nobody", "nothing"))])
        },
        StoreContractTest("Lists the consents of an account, newest first") { store throws in
            try await store.seed()
            let later = Consent(
                accountID: "user",
                clientID: "other",
                scopes: [.email],
                declined: [.profile],
                grantedAt: SampleRecords.now + 9
            )
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))), .client(.insert(SampleRecords.client("other"))),
                .consent(.put(SampleRecords.consent())), .consent(.put(later)),
                .consent(.put(SampleRecords.consent("other", "app"))),
            ])
            #expect(try await store.consents(of: "user") == [later, SampleRecords.consent()])
            #expect(try await store.consents(of: "unknown") == [])
        },
        StoreContractTest("Ends what a withdrawn consent granted, and nothing else") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))), .client(.insert(SampleRecords.client("other"))),
            ])
            let pairs: [(Account.ID, Client.ID, String)] = [
                ("user", "app", "1"), ("user", "other", "2"), ("other", "app", "3"),
            ]
            for (account, client, suffix) in pairs {
                try await store.commit([
                    .consent(.put(SampleRecords.consent(account, client))),
                    .session(
                        .insert(SampleRecords.session(.init("session\(suffix)"), account: account, client: client))
                    ),
                    .code(.insert(SampleRecords.code(.init("code\(suffix)"), account: account, client: client))),
                    .device(.insert(SampleRecords.device(.init("device\(suffix)"), userCode: suffix, client: client))),
                    .device(.decide(.init("device\(suffix)"), SampleRecords.approval(by: account))),
                ])
            }
            try await store.commit([.device(.insert(SampleRecords.device("pending", userCode: "pending")))])
            let before = SampleRecords.session("before", expiresAt: SampleRecords.now + 5)
            try await store.commit([.session(.insert(before))])

            try await store.commit([
                .consent(.withdraw("user", "app", reason: .administrator, at: SampleRecords.now + 9))
            ])

            #expect(try await store.consent("user", "app") == nil)
            #expect(try await store.code("code1") == nil)
            #expect(try await store.device("device1") == nil)
            let session = try #require(try await store.session("session1"))
            #expect(session.endedAt == SampleRecords.now + 9 && session.endReason == .administrator)
            #expect(try await store.session("before")?.endedAt == nil)
            for suffix in ["2", "3"] {
                #expect(try await store.session(.init("session\(suffix)"))?.endedAt == nil)
                #expect(try await store.code(.init("code\(suffix)")) != nil)
                #expect(try await store.device(.init("device\(suffix)")) != nil)
            }
            #expect(try await store.device("pending") != nil)
            #expect(try await store.consent("user", "other") != nil)
            #expect(try await store.consent("other", "app") != nil)
        },
        StoreContractTest("Rejects the withdrawal of a missing consent, and ends nothing") { store throws in
            try await store.seed()
            try await store.commit([.session(.insert(SampleRecords.session()))])
            await store.expectConflict(
                .consent(.withdraw("user", "app", reason: .administrator, at: SampleRecords.now))
            )
            #expect(try await store.session("session")?.endedAt == nil)
        },
    ]
}
