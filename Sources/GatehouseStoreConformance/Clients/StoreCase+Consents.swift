import Foundation
import GatehouseStore
import GatehouseWire
import Testing

extension StoreCase {
    static let consents: [StoreCase] = [
        StoreCase("A consent comes back as it was put in, for its account and client alone") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(Sample.account("other"))), .client(.insert(Sample.client("other"))),
                .consent(.put(Sample.consent())),
            ])
            #expect(try await store.consent("person", "app") == Sample.consent())
            #expect(try await store.consent("other", "app") == nil)
            #expect(try await store.consent("person", "other") == nil)
        },
        StoreCase("Putting a consent replaces what was agreed before") { store throws in
            try await store.seed()
            let later = Consent(
                accountID: "person",
                clientID: "app",
                scopes: [.email],
                declined: [.profile, .postalCode],
                claims: [.birthdate, ClaimName(rawValue: "size")],
                grantedAt: Sample.now + 9
            )
            try await store.commit([.consent(.put(Sample.consent())), .consent(.put(later))])
            #expect(try await store.consent("person", "app") == later)
            try await store.commit([.consent(.put(Sample.consent()))])
            #expect(try await store.consent("person", "app") == Sample.consent())
        },
        StoreCase("Putting a consent conflicts when its account or client does not exist") { store throws in
            try await store.seed()
            await store.refuses(.consent(.put(Sample.consent("other", "app"))))
            await store.refuses(.consent(.put(Sample.consent("person", "other"))))
        },
        StoreCase("Removing a consent removes it, and does nothing when there is none") { store throws in
            try await store.seed()
            try await store.commit([.consent(.put(Sample.consent())), .consent(.remove("person", "app"))])
            #expect(try await store.consent("person", "app") == nil)
            try await store.commit([.consent(.remove("person", "app")), .consent(.remove("nobody", "nothing"))])
        },
        StoreCase("The consents of an account are listed, newest first") { store throws in
            try await store.seed()
            let later = Consent(
                accountID: "person",
                clientID: "other",
                scopes: [.email],
                declined: [.profile],
                grantedAt: Sample.now + 9
            )
            try await store.commit([
                .account(.insert(Sample.account("other"))), .client(.insert(Sample.client("other"))),
                .consent(.put(Sample.consent())), .consent(.put(later)),
                .consent(.put(Sample.consent("other", "app"))),
            ])
            #expect(try await store.consents(of: "person") == [later, Sample.consent()])
            #expect(try await store.consents(of: "unknown") == [])
        },
        StoreCase("Withdrawing a consent ends what was granted under it, and nothing else") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(Sample.account("other"))), .client(.insert(Sample.client("other"))),
            ])
            let pairs: [(Account.ID, Client.ID, String)] = [
                ("person", "app", "1"), ("person", "other", "2"), ("other", "app", "3"),
            ]
            for (account, client, suffix) in pairs {
                try await store.commit([
                    .consent(.put(Sample.consent(account, client))),
                    .session(.insert(Sample.session(.init("session\(suffix)"), account: account, client: client))),
                    .code(.insert(Sample.code(.init("code\(suffix)"), account: account, client: client))),
                    .device(.insert(Sample.device(.init("device\(suffix)"), userCode: suffix, client: client))),
                    .device(.decide(.init("device\(suffix)"), Sample.approval(by: account))),
                ])
            }
            try await store.commit([.device(.insert(Sample.device("pending", userCode: "pending")))])
            let before = Sample.session("before", expiresAt: Sample.now + 5)
            try await store.commit([.session(.insert(before))])

            try await store.commit([
                .consent(.withdraw("person", "app", reason: .administrator, at: Sample.now + 9))
            ])

            #expect(try await store.consent("person", "app") == nil)
            #expect(try await store.code("code1") == nil)
            #expect(try await store.device("device1") == nil)
            let session = try #require(try await store.session("session1"))
            #expect(session.endedAt == Sample.now + 9 && session.endReason == .administrator)
            #expect(try await store.session("before")?.endedAt == nil)
            for suffix in ["2", "3"] {
                #expect(try await store.session(.init("session\(suffix)"))?.endedAt == nil)
                #expect(try await store.code(.init("code\(suffix)")) != nil)
                #expect(try await store.device(.init("device\(suffix)")) != nil)
            }
            #expect(try await store.device("pending") != nil)
            #expect(try await store.consent("person", "other") != nil)
            #expect(try await store.consent("other", "app") != nil)
        },
        StoreCase("Withdrawing a consent conflicts when there is none, and ends nothing") { store throws in
            try await store.seed()
            try await store.commit([.session(.insert(Sample.session()))])
            await store.refuses(.consent(.withdraw("person", "app", reason: .administrator, at: Sample.now)))
            #expect(try await store.session("session")?.endedAt == nil)
        },
    ]
}
