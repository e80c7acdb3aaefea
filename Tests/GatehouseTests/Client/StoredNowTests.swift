import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// For callers who cannot wait.
struct StoredNowTests {
    @Test func nobodyIsSignedInAtFirst() throws {
        #expect(try CannedApp().gatehouse.storedNow() == nil)
    }

    @Test func theCurrentSessionIsThere() async throws {
        let app = CannedApp()
        try await app.signInCode().submit("12345678")
        let stored = try #require(try app.gatehouse.storedNow())
        #expect(stored.session.account.email == "ada@example.com")
        #expect(stored.grant.idToken != nil)
        #expect(stored.grant.refreshToken == Secret("refresh-3"))
    }

    @Test func itIsGoneBeforeTheCallReturns() async throws {
        let app = CannedApp()
        let session = try await app.signInCode().submit("12345678")
        try app.gatehouse.forgetNow(session)
        #expect(try app.gatehouse.storedNow() == nil)
        // The session's own knowledge follows at once.
        while (try? await session.accessToken()) != nil { await Task.yield() }
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)
        #expect(try await app.gatehouse.session() == nil)
        try app.gatehouse.forgetNow(session)
    }

    @Test func aLookIntoTheStoreThatComesFirstTellsTheReason() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        // What `forgetNow` does before it returns, and then not yet what it has others do.
        app.gatehouse.keeper.snapshot.noteEnd(of: session.id)
        let stored = try #require(try await app.stored)
        var next = stored.applying([.end([session.id], tellServerSince: nil)])
        next.generation += 1
        try app.store.saveNow(next, for: TestApp.key, replacing: stored.generation)
        #expect(try await app.gatehouse.session() == nil)
        #expect(try await failure { try await session.accessToken() } == .signedOut(.requested))
        for await state in app.gatehouse.states {
            #expect(state == .signedOut(.requested))
            break
        }
    }

    @Test func noTokenIsGivenOutFromThenOn() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.gatehouse.keeper.snapshot.noteEnd(of: session.id)
        #expect(try await failure { try await session.accessToken() } == .signedOut(.requested))
    }

    @Test func theServerHearsOfItSoonAfter() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        try app.gatehouse.forgetNow(session)
        #expect(try app.gatehouse.storedNow() == nil)
        while app.server.revoked.isEmpty { await Task.yield() }
        #expect(app.server.revoked == ["refresh-2"])
    }

    @Test func whatIsOnTheDiskIsReadAndWrittenToo() async throws {
        try await Directory.temporary { directory in
            let app = CannedApp { $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext) }
            let session = try await app.signInCode().submit("12345678")
            #expect(try app.gatehouse.storedNow()?.grant.accessToken == Secret("access-3"))
            try app.gatehouse.forgetNow(session)
            #expect(try app.gatehouse.storedNow() == nil)
        }
    }

    @Test func aLockedStoreIsSaid() async throws {
        let store = MemoryTokenStore()
        let app = CannedApp { $0.tokenStore = store }
        let session = try await app.signInCode().submit("12345678")
        store.fail(with: TokenStoreError(.locked, "before first unlock"))
        #expect(throws: AuthError(TokenStoreError(.locked, "before first unlock"))) { try app.gatehouse.storedNow() }
        #expect(throws: AuthError(TokenStoreError(.locked, "before first unlock"))) {
            try app.gatehouse.forgetNow(session)
        }
    }
}
