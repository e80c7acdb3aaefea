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
        StoreContractTest("Keeps the trust in a known browser until it is set anew") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.recordBrowser(SampleRecords.knownBrowser("a", trustedUntil: SampleRecords.now + 600.5))),
                .account(.recordBrowser(SampleRecords.knownBrowser("b"))),
            ])
            #expect(
                try await store.knownBrowsers(of: "user") == [
                    SampleRecords.knownBrowser("a", trustedUntil: SampleRecords.now + 600.5),
                    SampleRecords.knownBrowser("b"),
                ]
            )
            for (trustedUntil, expected) in [(nil, 600.5), (900.0, 900), (nil, 900), (60, 60)] {
                let browser = SampleRecords.knownBrowser(
                    "a",
                    at: SampleRecords.now + 30,
                    trustedUntil: trustedUntil.map { SampleRecords.now + $0 }
                )
                try await store.commit([.account(.recordBrowser(browser))])
                let found = try await store.knownBrowsers(of: "user")
                #expect(found.map(\.trustedUntil) == [SampleRecords.now + expected, nil])
                #expect(found.map(\.firstSeenAt) == [SampleRecords.now, SampleRecords.now])
            }
            let trusted = SampleRecords.knownBrowser("b", trustedUntil: SampleRecords.now + 60)
            try await store.commit([.account(.recordBrowser(trusted))])
            #expect(try await store.knownBrowsers(of: "user").last == trusted)
            try await store.commit([.account(.forgetBrowsers("user"))])
            try await store.commit([.account(.recordBrowser(SampleRecords.knownBrowser("a")))])
            #expect(try await store.knownBrowsers(of: "user").map(\.trustedUntil) == [nil])
        },
        StoreContractTest("Ends the trust in the known browsers of an account only") { store throws in
            try await store.seed()
            let trustedUntil = SampleRecords.now + 600
            let other = SampleRecords.knownBrowser("a", account: "other", trustedUntil: trustedUntil)
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))), .account(.recordBrowser(other)),
                .account(.recordBrowser(SampleRecords.knownBrowser("a", trustedUntil: trustedUntil))),
                .account(.recordBrowser(SampleRecords.knownBrowser("b", trustedUntil: trustedUntil))),
                .account(.recordBrowser(SampleRecords.knownBrowser("c"))),
            ])
            try await store.commit([.account(.distrustBrowsers("user")), .account(.distrustBrowsers("missing"))])
            #expect(
                try await store.knownBrowsers(of: "user") == ["a", "b", "c"].map { SampleRecords.knownBrowser($0) }
            )
            #expect(try await store.knownBrowsers(of: "other") == [other])
            let trusted = SampleRecords.knownBrowser("a", trustedUntil: trustedUntil)
            try await store.commit([.account(.distrustBrowsers("user")), .account(.recordBrowser(trusted))])
            #expect(try await store.knownBrowsers(of: "user").first == trusted)
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
