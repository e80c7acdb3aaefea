import Foundation
import GatehouseStore
import Testing

/// The contract of the uses of factors and the known browsers of an account.
enum AccountUsageContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Keeps the last use of each factor of an account") { store throws in
            try await store.seed()
            for (factor, seconds) in [
                (SampleRecords.password.factor, 1.0), (SampleRecords.code.factor, 2),
                (SampleRecords.password.factor, 3),
            ] {
                let use = FactorUse(accountID: "user", factor: factor, lastUsedAt: SampleRecords.now + seconds)
                try await store.commit([.account(.recordUse(use))])
            }
            #expect(
                try await store.factorUses(of: "user") == [
                    FactorUse(accountID: "user", factor: SampleRecords.code.factor, lastUsedAt: SampleRecords.now + 2),
                    FactorUse(
                        accountID: "user",
                        factor: SampleRecords.password.factor,
                        lastUsedAt: SampleRecords.now + 3
                    ),
                ]
            )
            #expect(try await store.factorUses(of: "missing") == [])
        },
        StoreContractTest("Rejects the use of a factor and a browser of a missing account") { store throws in
            let use = FactorUse(
                accountID: "missing",
                factor: SampleRecords.password.factor,
                lastUsedAt: SampleRecords.now
            )
            await store.expectConflict(.account(.recordUse(use)))
            await store.expectConflict(.account(.recordBrowser(SampleRecords.knownBrowser(account: "missing"))))
        },
        StoreContractTest("Keeps when a known browser was first and last seen") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.recordBrowser(SampleRecords.knownBrowser("b", at: SampleRecords.now + 1))),
                .account(.recordBrowser(SampleRecords.knownBrowser("a"))),
                .account(
                    .recordBrowser(
                        SampleRecords.knownBrowser("a", at: SampleRecords.now + 60, expiresAt: SampleRecords.now + 7200)
                    )
                ),
            ])
            let found = try await store.knownBrowsers(of: "user")
            #expect(found.map(\.hash) == ["a", "b"])
            #expect(found.first?.firstSeenAt == SampleRecords.now)
            #expect(found.first?.lastSeenAt == SampleRecords.now + 60)
            #expect(found.first?.expiresAt == SampleRecords.now + 7200)
        },
        StoreContractTest("Forgets the known browsers of an account") { store throws in
            try await store.seed()
            try await store.commit([.account(.recordBrowser(SampleRecords.knownBrowser("a")))])
            try await store.commit([.account(.forgetBrowsers("missing"))])
            #expect(try await store.knownBrowsers(of: "user").count == 1)
            try await store.commit([.account(.forgetBrowsers("user"))])
            #expect(try await store.knownBrowsers(of: "user") == [])
        },
        StoreContractTest("Deletes known browsers that have expired") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.recordBrowser(SampleRecords.knownBrowser("old", expiresAt: SampleRecords.now + 60))),
                .account(.recordBrowser(SampleRecords.knownBrowser("new", expiresAt: SampleRecords.now + 3600))),
            ])
            #expect(try await store.deleteExpired(before: SampleRecords.now + 61, grace: 0) == 1)
            #expect(try await store.knownBrowsers(of: "user").map(\.hash) == ["new"])
        },
    ]
}
