import Foundation
import GatehouseStore
import GatehouseWire
import Testing

/// The contract of sessions and their refresh counters.
enum SessionContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores and returns all fields of a session") { store throws in
            try await store.seed()
            let session = Session(
                id: "full",
                accountID: "user",
                clientID: "app",
                browserSessionID: "browser",
                isOnOtherDevice: true,
                scopes: [],
                resources: ["https://api.example.com", "urn:example:api"],
                keyThumbprint: "thumbprint",
                isOffline: false,
                salt: Data(0...31),
                authentication: SampleRecords.authentication(
                    [],
                    at: SampleRecords.now - 60,
                    requestedClass: .multiFactor
                ),
                claims: ["userinfo": ["name": nil]],
                device: DeviceDescription(userAgent: "Example/1.0 (Test)", address: "192.0.2.7"),
                createdAt: SampleRecords.now,
                expiresAt: SampleRecords.now + 86_400
            )
            try await store.commit([.session(.insert(session)), .session(.insert(SampleRecords.session("bare")))])
            #expect(try await store.session("full") == session)
            #expect(try await store.sessions(of: "user").first { $0.id == "full" } == session)
            #expect(try await store.sessionStatus(of: "full", token: nil)?.session == session)
            #expect(try await store.session("bare") == SampleRecords.session("bare"))
            #expect(try await store.session("other") == nil)
            try await store.commit([
                .session(.renew("full", from: 1, to: 2, at: SampleRecords.now, expiresAt: session.expiresAt))
            ])
            #expect(try await store.session("full")?.authentication == session.authentication)
        },
        StoreContractTest("Returns the status of a session: account and revocation of the token") {
            store throws in
            try await store.seed()
            try await store.commit([
                .session(.insert(SampleRecords.session())), .revokeToken(id: "revoked", until: SampleRecords.now + 60),
            ])
            let session = try #require(await store.session("session"))
            let account = try await store.account(session.accountID)
            for (token, isRevoked) in [(nil, false), ("other", false), ("revoked", true)] {
                let sessionStatus = SessionStatus(session: session, account: account, isTokenRevoked: isRevoked)
                #expect(try await store.sessionStatus(of: "session", token: token) == sessionStatus)
            }
            #expect(account != nil)
            #expect(try await store.sessionStatus(of: "other", token: nil) == nil)
        },
        StoreContractTest("Rejects a session with an existing id") { store throws in
            try await store.seed()
            try await store.commit([.session(.insert(SampleRecords.session()))])
            await store.expectConflict(.session(.insert(SampleRecords.session())))
        },
        StoreContractTest("Rejects a session of a missing account or client") { store throws in
            try await store.seed()
            await store.expectConflict(.session(.insert(SampleRecords.session(account: "nobody"))))
            await store.expectConflict(.session(.insert(SampleRecords.session(client: "nothing"))))
            #expect(try await store.session("session") == nil)
        },
        StoreContractTest("Rejects a session whose browser session has ended") {
            store throws in
            try await store.seed()
            let browser = SampleRecords.browserSession()
            try await store.commit([.browserSession(.insert(browser))])
            let session = Session(
                id: "late",
                accountID: "user",
                clientID: "app",
                browserSessionID: browser.id,
                scopes: [],
                isOffline: true,
                salt: Data(0...31),
                authentication: SampleRecords.authentication([]),
                claims: nil,
                createdAt: SampleRecords.now,
                expiresAt: SampleRecords.now + 60
            )
            try await store.commit([.browserSession(.end(browser.id, at: SampleRecords.now))])
            await store.expectConflict(.session(.insert(session)))
            #expect(try await store.session("late") == nil)
        },
        StoreContractTest("Updates counter, time and expiration when a session is rotated") { store throws in
            try await store.seed()
            try await store.commit([.session(.insert(SampleRecords.session()))])
            let later = SampleRecords.now + 10
            try await store.commit([.session(.renew("session", from: 1, to: 2, at: later, expiresAt: later + 60))])
            var rotated = SampleRecords.session()
            rotated.counter = 2
            rotated.rotatedAt = later
            rotated.expiresAt = later + 60
            #expect(try await store.session("session") == rotated)
        },
        StoreContractTest("Keeps the counter when a session is refreshed without rotation") { store throws in
            try await store.seed()
            try await store.commit([.session(.insert(SampleRecords.session()))])
            for seconds in [10.0, 20] {
                let later = SampleRecords.now + seconds
                try await store.commit([.session(.renew("session", from: 1, to: 1, at: later, expiresAt: later + 60))])
                let session = try #require(try await store.session("session"))
                #expect((session.counter, session.rotatedAt, session.expiresAt) == (1, later, later + 60))
            }
        },
        StoreContractTest("Rejects a rotation unless the counter matches") { store throws in
            try await store.seed()
            try await store.commit([
                .session(.insert(SampleRecords.session())),
                .session(.renew("session", from: 1, to: 2, at: SampleRecords.now, expiresAt: SampleRecords.now + 60)),
            ])
            for counter in [0, 1, 3] {
                await store.expectConflict(
                    .session(
                        .renew(
                            "session",
                            from: counter,
                            to: counter + 1,
                            at: SampleRecords.now,
                            expiresAt: SampleRecords.now + 90
                        )
                    )
                )
            }
            #expect(try await store.session("session")?.counter == 2)
        },
        StoreContractTest("Rejects the rotation of an ended session") { store throws in
            try await store.seed()
            try await store.commit([
                .session(.insert(SampleRecords.session())),
                .session(.end("session", reason: .revoked, at: SampleRecords.now)),
            ])
            await store.expectConflict(
                .session(.renew("session", from: 1, to: 2, at: SampleRecords.now, expiresAt: SampleRecords.now + 90))
            )
        },
        StoreContractTest("Rejects a rotation from the moment the session expires") { store throws in
            try await store.seed()
            let end = SampleRecords.now + 60
            try await store.commit([.session(.insert(SampleRecords.session(expiresAt: end)))])
            await store.expectConflict(.session(.renew("session", from: 1, to: 2, at: end, expiresAt: end + 60)))
            try await store.commit([.session(.renew("session", from: 1, to: 2, at: end - 0.001, expiresAt: end + 60))])
        },
        StoreContractTest("Rejects the rotation of a missing session") { store throws in
            await store.expectConflict(
                .session(.renew("session", from: 1, to: 2, at: SampleRecords.now, expiresAt: SampleRecords.now + 60))
            )
        },
        StoreContractTest("Accepts one of 50 concurrent rotations of a session") { store throws in
            try await store.seed()
            try await store.commit([.session(.insert(SampleRecords.session()))])
            let count = await store.successCount { contender in
                [
                    .session(
                        .renew(
                            "session",
                            from: 1,
                            to: 2,
                            at: SampleRecords.now,
                            expiresAt: SampleRecords.now + Double(contender)
                        )
                    )
                ]
            }
            #expect(count == 1)
            #expect(try await store.session("session")?.counter == 2)
        },
        StoreContractTest("Lists the sessions of an account that have not ended, newest first") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))),
                .session(.insert(SampleRecords.session("new", at: SampleRecords.now + 1))),
                .session(.insert(SampleRecords.session("first"))),
                .session(.insert(SampleRecords.session("second"))),
                .session(
                    .insert(
                        SampleRecords.session("expired", at: SampleRecords.now - 9, expiresAt: SampleRecords.now - 5)
                    )
                ),
                .session(.insert(SampleRecords.session("ended"))),
                .session(.end("ended", reason: .signedOut, at: SampleRecords.now)),
                .session(.insert(SampleRecords.session("foreign", account: "other"))),
            ])
            #expect(try await store.sessions(of: "user").map(\.id) == ["new", "second", "first", "expired"])
            #expect(try await store.sessions(of: "nobody") == [])
        },
    ]
}

/// The contract of ending sessions.
enum SessionEndContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Records the time and reason of a session's end") { store throws in
            try await store.seed()
            try await store.commit([
                .session(.insert(SampleRecords.session())),
                .session(.end("session", reason: .codeReplayed, at: SampleRecords.now + 4)),
            ])
            var ended = SampleRecords.session()
            ended.endedAt = SampleRecords.now + 4
            ended.endReason = .codeReplayed
            #expect(try await store.session("session") == ended)
        },
        StoreContractTest("Ignores the end of an ended or missing session") { store throws in
            try await store.seed()
            try await store.commit([
                .session(.insert(SampleRecords.session())),
                .session(.end("session", reason: .revoked, at: SampleRecords.now)),
                .session(.end("session", reason: .signedOut, at: SampleRecords.now + 1)),
                .session(.end("unknown", reason: .signedOut, at: SampleRecords.now + 1)),
            ])
            let session = try await store.session("session")
            #expect(session?.endedAt == SampleRecords.now)
            #expect(session?.endReason == .revoked)
        },
        StoreContractTest("Stores every end reason") { store throws in
            try await store.seed()
            for reason in SessionEndReason.allCases {
                let id = Session.ID(reason.rawValue)
                try await store.commit([
                    .session(.insert(SampleRecords.session(id))),
                    .session(.end(id, reason: reason, at: SampleRecords.now)),
                ])
                #expect(try await store.session(id)?.endReason == reason)
            }
        },
        StoreContractTest("Ends all active sessions of an account but one") { store throws in
            try await store.seed()
            let end = SampleRecords.now + 10
            try await store.commit([
                .session(.insert(SampleRecords.session("a"))), .session(.insert(SampleRecords.session("b"))),
                .session(.endAll(account: "user", except: "a", reason: .endedByUser, at: end)),
            ])
            #expect(try await store.session("a")?.endedAt == nil)
            #expect(try await store.session("b")?.endReason == .endedByUser)
        },
        StoreContractTest("Ends all active sessions of an account at a client only") { store throws in
            try await store.seed()
            let end = SampleRecords.now + 10
            try await store.commit([
                .client(.insert(SampleRecords.client("other"))),
                .account(.insert(SampleRecords.account("second"))),
                .session(.insert(SampleRecords.session("a"))),
                .session(.insert(SampleRecords.session("b", client: "other"))),
                .session(.insert(SampleRecords.session("c", account: "second"))),
                .session(.endAllOfClient(account: "user", client: "app", reason: .consentWithdrawn, at: end)),
            ])
            #expect(try await store.session("a")?.endReason == .consentWithdrawn)
            #expect(try await store.session("b")?.endedAt == nil)
            #expect(try await store.session("c")?.endedAt == nil)
        },
        StoreContractTest("Ends the active sessions of an account") { store throws in
            try await store.seed()
            let end = SampleRecords.now + 5
            try await store.commit([
                .account(.insert(SampleRecords.account("other"))),
                .session(.insert(SampleRecords.session("offline"))),
                .session(.insert(SampleRecords.session("online", binding: .online()))),
                .session(.insert(SampleRecords.session("ended"))),
                .session(.end("ended", reason: .revoked, at: SampleRecords.now)),
                .session(.insert(SampleRecords.session("expired", expiresAt: end))),
                .session(.insert(SampleRecords.session("foreign", account: "other"))),
                .session(.endAll(account: "user", reason: .credentialsChanged, at: end)),
                .session(.endAll(account: "nobody", reason: .credentialsChanged, at: end)),
            ])
            for id in [Session.ID("offline"), "online"] {
                #expect(try await store.session(id)?.endedAt == end)
                #expect(try await store.session(id)?.endReason == .credentialsChanged)
            }
            #expect(try await store.session("ended")?.endReason == .revoked)
            #expect(try await store.session("expired")?.endedAt == nil)
            #expect(try await store.session("foreign")?.endedAt == nil)
        },
        StoreContractTest("Ends the active sessions of a browser session, except for offline ones") {
            store throws in
            try await store.seed()
            let end = SampleRecords.now + 5
            try await store.commit([
                .session(.insert(SampleRecords.session("online", binding: .online("browser")))),
                .session(.insert(SampleRecords.session("offline", binding: .offline("browser")))),
                .session(.insert(SampleRecords.session("elsewhere", binding: .online("other")))),
                .session(.insert(SampleRecords.session("nowhere", binding: .online()))),
                .session(
                    .insert(SampleRecords.session("expired", binding: .online("browser"), expiresAt: end))
                ),
                .session(.insert(SampleRecords.session("ended", binding: .online("browser")))),
                .session(.end("ended", reason: .revoked, at: SampleRecords.now)),
                .session(.endBrowserBound(browserSession: "browser", reason: .signedOut, at: end)),
            ])
            #expect(try await store.session("online")?.endedAt == end)
            #expect(try await store.session("online")?.endReason == .signedOut)
            for id in [Session.ID("offline"), "elsewhere", "nowhere", "expired"] {
                #expect(try await store.session(id)?.endedAt == nil)
            }
            #expect(try await store.session("ended")?.endReason == .revoked)
        },
    ]
}
