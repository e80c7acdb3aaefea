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
    ]
}
