import Foundation
import GatehouseStore
import GatehouseWire
import Testing

extension StoreCase {
    static let browserSessions: [StoreCase] = [
        StoreCase("A browser session comes back as it was put in, by its id and by its secret's hash") { store throws in
            try await store.seed()
            let session = Sample.browserSession()
            try await store.commit([.browserSession(.insert(session))])
            #expect(try await store.browserSession("browser") == session)
            #expect(try await store.browserSession(secretHash: session.secretHash) == session)
            #expect(try await store.browserSession("other") == nil)
            #expect(try await store.browserSession(secretHash: "other") == nil)
        },
        StoreCase("Inserting a browser session conflicts when its id or its secret's hash exists") { store throws in
            try await store.seed()
            try await store.commit([.browserSession(.insert(Sample.browserSession("a", secretHash: "1")))])
            await store.refuses(.browserSession(.insert(Sample.browserSession("a", secretHash: "2"))))
            await store.refuses(.browserSession(.insert(Sample.browserSession("b", secretHash: "1"))))
            #expect(try await store.browserSession("b") == nil)
        },
        StoreCase("Inserting a browser session conflicts when its account does not exist") { store throws in
            await store.refuses(.browserSession(.insert(Sample.browserSession())))
        },
        StoreCase("Renewing a browser session replaces its secret and sign-in, and keeps its id and creation") {
            store throws in
            try await store.seed()
            try await store.commit([.browserSession(.insert(Sample.browserSession(secretHash: "old")))])
            let renewed = BrowserSession(
                id: "browser",
                secretHash: "new",
                accountID: "person",
                authenticatedAt: Sample.now + 60,
                methods: [.oneTimeCode],
                createdAt: Sample.now + 60,
                expiresAt: Sample.now + 7200
            )
            try await store.commit([.browserSession(.renew(renewed))])
            #expect(try await store.browserSession(secretHash: "old") == nil)
            let found = try await store.browserSession(secretHash: "new")
            #expect(found?.id == "browser" && found?.createdAt == Sample.now && found?.methods == [.oneTimeCode])
            #expect(found?.authenticatedAt == Sample.now + 60 && found?.expiresAt == Sample.now + 7200)
        },
        StoreCase("Renewing a browser session conflicts unless the account has it, alive, and the secret is new") {
            store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(Sample.account("other"))),
                .browserSession(.insert(Sample.browserSession("a", secretHash: "1"))),
                .browserSession(.insert(Sample.browserSession("b", secretHash: "2"))),
                .browserSession(.end("b", at: Sample.now + 1)),
            ])
            await store.refuses(.browserSession(.renew(Sample.browserSession("unknown", secretHash: "3"))))
            await store.refuses(.browserSession(.renew(Sample.browserSession("a", secretHash: "3", account: "other"))))
            await store.refuses(.browserSession(.renew(Sample.browserSession("b", secretHash: "3"))))
            await store.refuses(.browserSession(.renew(Sample.browserSession("a", secretHash: "2"))))
            #expect(try await store.browserSession("a")?.secretHash == "1")
        },
        StoreCase("Ending a browser session records when, once") { store throws in
            try await store.seed()
            try await store.commit([
                .browserSession(.insert(Sample.browserSession())),
                .browserSession(.end("browser", at: Sample.now + 1)),
                .browserSession(.end("browser", at: Sample.now + 2)),
                .browserSession(.end("unknown", at: Sample.now + 2)),
            ])
            #expect(try await store.browserSession("browser")?.endedAt == Sample.now + 1)
        },
        StoreCase("Ending an account's browser sessions ends those of it that have not ended") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(Sample.account("other"))),
                .browserSession(.insert(Sample.browserSession("a"))),
                .browserSession(.insert(Sample.browserSession("b"))),
                .browserSession(.end("b", at: Sample.now + 1)),
                .browserSession(.insert(Sample.browserSession("c", account: "other"))),
                .browserSession(.endAll(account: "person", at: Sample.now + 2)),
            ])
            #expect(try await store.browserSession("a")?.endedAt == Sample.now + 2)
            #expect(try await store.browserSession("b")?.endedAt == Sample.now + 1)
            #expect(try await store.browserSession("c")?.endedAt == nil)
        },
    ]

    static let revokedTokens: [StoreCase] = [
        StoreCase("A revoked token is revoked, and no other one") { store throws in
            try await store.commit([.revokeToken(id: "token", until: Sample.now + 60)])
            #expect(try await store.isTokenRevoked(id: "token") == true)
            #expect(try await store.isTokenRevoked(id: "other") == false)
        },
        StoreCase("Revoking a token again changes nothing") { store throws in
            try await store.commit([.revokeToken(id: "token", until: Sample.now + 60)])
            try await store.commit([.revokeToken(id: "token", until: Sample.now + 600)])
            #expect(try await store.sweep(before: Sample.now + 61, grace: 0) == 1)
            #expect(try await store.isTokenRevoked(id: "token") == false)
        },
    ]
}
