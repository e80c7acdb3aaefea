import Foundation
import GatehouseStore
import GatehouseWire
import Testing

extension StoreCase {
    static let sessions: [StoreCase] = [
        StoreCase("A session comes back as it was put in") { store throws in
            try await store.seed()
            let session = Session(
                id: "full",
                accountID: "person",
                clientID: "app",
                browserSessionID: "browser",
                isOnOtherDevice: true,
                scopes: [],
                isOffline: false,
                salt: Data(0...31),
                authenticatedAt: Sample.now - 60,
                methods: [],
                claims: ["userinfo": ["name": nil]],
                createdAt: Sample.now,
                expiresAt: Sample.now + 86_400
            )
            try await store.commit([.session(.insert(session)), .session(.insert(Sample.session("bare")))])
            #expect(try await store.session("full") == session)
            #expect(try await store.session("bare") == Sample.session("bare"))
            #expect(try await store.session("other") == nil)
        },
        StoreCase("A session's standing is the session, its account, and whether that token was revoked") {
            store throws in
            try await store.seed()
            try await store.commit([
                .session(.insert(Sample.session())), .revokeToken(id: "revoked", until: Sample.now + 60),
            ])
            let session = try #require(await store.session("session"))
            let account = try await store.account(session.accountID)
            for (token, isRevoked) in [(nil, false), ("other", false), ("revoked", true)] {
                let standing = SessionStanding(session: session, account: account, isTokenRevoked: isRevoked)
                #expect(try await store.standing(of: "session", token: token) == standing)
            }
            #expect(account != nil)
            #expect(try await store.standing(of: "other", token: nil) == nil)
        },
        StoreCase("Inserting a session conflicts when its id exists") { store throws in
            try await store.seed()
            try await store.commit([.session(.insert(Sample.session()))])
            await store.refuses(.session(.insert(Sample.session())))
        },
        StoreCase("Inserting a session conflicts when its account or client does not exist") { store throws in
            try await store.seed()
            await store.refuses(.session(.insert(Sample.session(account: "nobody"))))
            await store.refuses(.session(.insert(Sample.session(client: "nothing"))))
            #expect(try await store.session("session") == nil)
        },
        StoreCase("Inserting a session conflicts when the browser session it came from has ended") { store throws in
            try await store.seed()
            let browser = Sample.browserSession()
            try await store.commit([.browserSession(.insert(browser))])
            let session = Session(
                id: "late",
                accountID: "person",
                clientID: "app",
                browserSessionID: browser.id,
                scopes: [],
                isOffline: true,
                salt: Data(0...31),
                authenticatedAt: Sample.now,
                methods: [],
                claims: nil,
                createdAt: Sample.now,
                expiresAt: Sample.now + 60
            )
            try await store.commit([.browserSession(.end(browser.id, at: Sample.now))])
            await store.refuses(.session(.insert(session)))
            #expect(try await store.session("late") == nil)
        },
        StoreCase("Rotating a session moves its counter, its rotation and its expiry") { store throws in
            try await store.seed()
            try await store.commit([.session(.insert(Sample.session()))])
            let later = Sample.now + 10
            try await store.commit([.session(.rotate("session", from: 1, at: later, expiresAt: later + 60))])
            var rotated = Sample.session()
            rotated.counter = 2
            rotated.rotatedAt = later
            rotated.expiresAt = later + 60
            #expect(try await store.session("session") == rotated)
        },
        StoreCase("Rotating a session conflicts unless its counter is the one named") { store throws in
            try await store.seed()
            try await store.commit([
                .session(.insert(Sample.session())),
                .session(.rotate("session", from: 1, at: Sample.now, expiresAt: Sample.now + 60)),
            ])
            for counter in [0, 1, 3] {
                await store.refuses(
                    .session(.rotate("session", from: counter, at: Sample.now, expiresAt: Sample.now + 90))
                )
            }
            #expect(try await store.session("session")?.counter == 2)
        },
        StoreCase("Rotating a session conflicts when it has ended") { store throws in
            try await store.seed()
            try await store.commit([
                .session(.insert(Sample.session())),
                .session(.end("session", reason: .revoked, at: Sample.now)),
            ])
            await store.refuses(.session(.rotate("session", from: 1, at: Sample.now, expiresAt: Sample.now + 90)))
        },
        StoreCase("Rotating a session conflicts from the moment it expires") { store throws in
            try await store.seed()
            let end = Sample.now + 60
            try await store.commit([.session(.insert(Sample.session(expiresAt: end)))])
            await store.refuses(.session(.rotate("session", from: 1, at: end, expiresAt: end + 60)))
            try await store.commit([.session(.rotate("session", from: 1, at: end - 0.001, expiresAt: end + 60))])
        },
        StoreCase("Rotating a session conflicts when it does not exist") { store throws in
            await store.refuses(.session(.rotate("session", from: 1, at: Sample.now, expiresAt: Sample.now + 60)))
        },
        StoreCase("Of 50 that rotate a session at once, one does") { store throws in
            try await store.seed()
            try await store.commit([.session(.insert(Sample.session()))])
            let count = await store.winners { contender in
                [.session(.rotate("session", from: 1, at: Sample.now, expiresAt: Sample.now + Double(contender)))]
            }
            #expect(count == 1)
            #expect(try await store.session("session")?.counter == 2)
        },
        StoreCase("An account's sessions that have not ended are listed newest first") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(Sample.account("other"))),
                .session(.insert(Sample.session("new", at: Sample.now + 1))),
                .session(.insert(Sample.session("first"))),
                .session(.insert(Sample.session("second"))),
                .session(.insert(Sample.session("expired", at: Sample.now - 9, expiresAt: Sample.now - 5))),
                .session(.insert(Sample.session("ended"))),
                .session(.end("ended", reason: .signedOut, at: Sample.now)),
                .session(.insert(Sample.session("foreign", account: "other"))),
            ])
            #expect(try await store.sessions(of: "person").map(\.id) == ["new", "second", "first", "expired"])
            #expect(try await store.sessions(of: "nobody") == [])
        },
    ]
}
