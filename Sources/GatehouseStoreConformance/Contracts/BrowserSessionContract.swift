import Foundation
import GatehouseStore
import GatehouseWire
import Testing

/// The contract of browser sessions.
enum BrowserSessionContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Finds a browser session by its id and by the hash of its secret") {
            store throws in
            try await store.seed()
            let session = SampleRecords.browserSession()
            try await store.commit([.browserSession(.insert(session))])
            #expect(try await store.browserSession("browser") == session)
            #expect(try await store.browserSession(secretHash: session.secretHash) == session)
            #expect(try await store.browserSession("other") == nil)
            #expect(try await store.browserSession(secretHash: "other") == nil)
        },
        StoreContractTest("Rejects a browser session with an existing id or hash") {
            store throws in
            try await store.seed()
            try await store.commit([.browserSession(.insert(SampleRecords.browserSession("a", secretHash: "1")))])
            await store.expectConflict(.browserSession(.insert(SampleRecords.browserSession("a", secretHash: "2"))))
            await store.expectConflict(.browserSession(.insert(SampleRecords.browserSession("b", secretHash: "1"))))
            #expect(try await store.browserSession("b") == nil)
        },
        StoreContractTest("Accepts one of 50 concurrent browser sessions with the same id") { store throws in
            try await store.seed()
            let count = await store.successCount { contender in
                [.browserSession(.insert(SampleRecords.browserSession("one", secretHash: "\(contender)")))]
            }
            #expect(count == 1)
            #expect(try await store.browserSessions(of: "user").map(\.id) == ["one"])
        },
        StoreContractTest("Rejects a browser session of a missing account") { store throws in
            await store.expectConflict(.browserSession(.insert(SampleRecords.browserSession())))
        },
        StoreContractTest("Replaces secret and authentication when a browser session is renewed") {
            store throws in
            try await store.seed()
            try await store.commit([.browserSession(.insert(SampleRecords.browserSession(secretHash: "old")))])
            let renewed = BrowserSession(
                id: "browser",
                secretHash: "new",
                accountID: "user",
                authentication: SampleRecords.authentication([SampleRecords.code], at: SampleRecords.now + 60),
                device: DeviceDescription(userAgent: "Other/2.0", address: nil),
                endsWithBrowser: true,
                createdAt: SampleRecords.now + 60,
                expiresAt: SampleRecords.now + 7200
            )
            try await store.commit([.browserSession(.renew(renewed))])
            #expect(try await store.browserSession(secretHash: "old") == nil)
            let found = try await store.browserSession(secretHash: "new")
            #expect(found?.id == "browser" && found?.createdAt == SampleRecords.now)
            #expect(found?.authentication == renewed.authentication && found?.expiresAt == renewed.expiresAt)
            #expect(found?.device == renewed.device && found?.endsWithBrowser == true)
            #expect(found?.lastUsedAt == SampleRecords.now + 60)
        },
        StoreContractTest("Replaces the requested class when a browser session is renewed") { store throws in
            try await store.seed()
            for (number, requestedClass) in [ACR.multiFactor, nil, .singleFactor, .multiFactor].enumerated() {
                let session = SampleRecords.browserSession(secretHash: "\(number)", requestedClass: requestedClass)
                try await store.commit([.browserSession(number == 0 ? .insert(session) : .renew(session))])
                #expect(try await store.browserSession("browser") == session)
                #expect(try await store.browserSession(secretHash: "\(number)") == session)
                #expect(try await store.browserSessions(of: "user") == [session])
            }
        },
        StoreContractTest(
            "Rejects a renewal unless the account's browser session is active and the secret is new"
        ) {
            store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))),
                .browserSession(.insert(SampleRecords.browserSession("a", secretHash: "1"))),
                .browserSession(.insert(SampleRecords.browserSession("b", secretHash: "2"))),
                .browserSession(.end("b", at: SampleRecords.now + 1)),
            ])
            await store.expectConflict(
                .browserSession(.renew(SampleRecords.browserSession("unknown", secretHash: "3")))
            )
            await store.expectConflict(
                .browserSession(.renew(SampleRecords.browserSession("a", secretHash: "3", account: "other")))
            )
            await store.expectConflict(.browserSession(.renew(SampleRecords.browserSession("b", secretHash: "3"))))
            await store.expectConflict(.browserSession(.renew(SampleRecords.browserSession("a", secretHash: "2"))))
            #expect(try await store.browserSession("a")?.secretHash == "1")
        },
        StoreContractTest("Records the end of a browser session once") { store throws in
            try await store.seed()
            try await store.commit([
                .browserSession(.insert(SampleRecords.browserSession())),
                .browserSession(.end("browser", at: SampleRecords.now + 1)),
                .browserSession(.end("browser", at: SampleRecords.now + 2)),
                .browserSession(.end("unknown", at: SampleRecords.now + 2)),
            ])
            #expect(try await store.browserSession("browser")?.endedAt == SampleRecords.now + 1)
        },
        StoreContractTest("Ends all active browser sessions of an account only") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))),
                .browserSession(.insert(SampleRecords.browserSession("a"))),
                .browserSession(.insert(SampleRecords.browserSession("b"))),
                .browserSession(.end("b", at: SampleRecords.now + 1)),
                .browserSession(.insert(SampleRecords.browserSession("c", account: "other"))),
                .browserSession(.endAll(account: "user", at: SampleRecords.now + 2)),
            ])
            #expect(try await store.browserSession("a")?.endedAt == SampleRecords.now + 2)
            #expect(try await store.browserSession("b")?.endedAt == SampleRecords.now + 1)
            #expect(try await store.browserSession("c")?.endedAt == nil)
        },
        StoreContractTest("Ends all browser sessions of an account but one") { store throws in
            try await store.seed()
            try await store.commit([
                .browserSession(.insert(SampleRecords.browserSession("a"))),
                .browserSession(.insert(SampleRecords.browserSession("b"))),
                .browserSession(.endAll(account: "user", except: "a", at: SampleRecords.now + 2)),
            ])
            #expect(try await store.browserSession("a")?.endedAt == nil)
            #expect(try await store.browserSession("b")?.endedAt == SampleRecords.now + 2)
        },
        StoreContractTest("Lists the browser sessions of an account that have not ended, newest first") {
            store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))),
                .browserSession(.insert(SampleRecords.browserSession("old", at: SampleRecords.now - 60))),
                .browserSession(.insert(SampleRecords.browserSession("new"))),
                .browserSession(.insert(SampleRecords.browserSession("ended"))),
                .browserSession(.end("ended", at: SampleRecords.now + 1)),
                .browserSession(.insert(SampleRecords.browserSession("others", account: "other"))),
            ])
            #expect(try await store.browserSessions(of: "user").map(\.id) == ["new", "old"])
            #expect(try await store.browserSessions(of: "missing") == [])
        },
        StoreContractTest("Records the use of a browser session once a minute") { store throws in
            try await store.seed()
            try await store.commit([.browserSession(.insert(SampleRecords.browserSession()))])
            let moved = DeviceDescription(userAgent: "Example/1.1 (Test)", address: "192.0.2.8")
            try await store.commit([.browserSession(.touch("browser", moved, at: SampleRecords.now + 59))])
            #expect(try await store.browserSession("browser") == SampleRecords.browserSession())
            try await store.commit([.browserSession(.touch("browser", moved, at: SampleRecords.now + 60))])
            let used = try await store.browserSession("browser")
            #expect(used?.lastUsedAt == SampleRecords.now + 60 && used?.device == moved)
            try await store.commit([
                .browserSession(.end("browser", at: SampleRecords.now + 61)),
                .browserSession(.touch("browser", moved, at: SampleRecords.now + 600)),
                .browserSession(.touch("unknown", moved, at: SampleRecords.now + 600)),
            ])
            #expect(try await store.browserSession("browser")?.lastUsedAt == SampleRecords.now + 60)
        },
    ]
}

/// The contract of revoked access tokens.
enum RevokedTokenContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Reports a revoked token as revoked, and no other") { store throws in
            try await store.commit([.revokeToken(id: "token", until: SampleRecords.now + 60)])
            #expect(try await store.isTokenRevoked(id: "token") == true)
            #expect(try await store.isTokenRevoked(id: "other") == false)
        },
        StoreContractTest("Ignores repeated revocations of a token") { store throws in
            try await store.commit([.revokeToken(id: "token", until: SampleRecords.now + 60)])
            try await store.commit([.revokeToken(id: "token", until: SampleRecords.now + 600)])
            #expect(try await store.deleteExpired(before: SampleRecords.now + 61, grace: 0) == 1)
            #expect(try await store.isTokenRevoked(id: "token") == false)
        },
    ]
}
