import Foundation
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// Synchronous session access, for callers that cannot wait.
struct SynchronousSessionsTests {
    @Test func returnsNilBeforeSignIn() throws {
        #expect(try NativeTestApp().gatehouse.synchronousSessions.current() == nil)
    }

    @Test func returnsCurrentSession() async throws {
        let app = NativeTestApp()
        try await app.signInCode().submit("12345678")
        let stored = try #require(try app.gatehouse.synchronousSessions.current())
        #expect(stored.session.account.email == "ada@example.com")
        #expect(stored.storedSession.idToken != nil)
        #expect(stored.storedSession.refreshToken == Secret("refresh-3"))
    }

    @Test func removesSessionBeforeReturning() async throws {
        let app = NativeTestApp()
        let session = try #require(try await app.signInCode().submit("12345678").session)
        try app.gatehouse.synchronousSessions.signOut(session)
        #expect(try app.gatehouse.synchronousSessions.current() == nil)
        // The cached state of the session follows immediately.
        try await waitUntil { (try? await session.accessToken()) == nil }
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)
        #expect(try await app.gatehouse.session() == nil)
        try app.gatehouse.synchronousSessions.signOut(session)
    }

    @Test func reportsRequestedSignOutWhenStoreIsReadFirst() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        // The part of `signOut` that runs before it returns.
        app.gatehouse.manager.cache.markEnded(session.id)
        try SessionStore(TestApp.key, in: app.store)
            .updateNow { $0?.applying([.end([session.id], revocationTime: nil)]) }
        #expect(try await app.gatehouse.session() == nil)
        #expect(try await failure { try await session.accessToken() } == .signedOut(.requested))
        for await state in app.gatehouse.states {
            #expect(state == .signedOut(.requested))
            break
        }
    }

    @Test func throwsSignedOutAfterSynchronousSignOut() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.gatehouse.manager.cache.markEnded(session.id)
        #expect(try await failure { try await session.accessToken() } == .signedOut(.requested))
    }

    @Test func revokesTokensAfterSynchronousSignOut() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        try app.gatehouse.synchronousSessions.signOut(session)
        #expect(try app.gatehouse.synchronousSessions.current() == nil)
        try await waitUntil { !app.server.revoked.isEmpty }
        #expect(app.server.revoked == ["refresh-2"])
    }

    @Test func readsAndWritesFileStoreSynchronously() async throws {
        try await Directory.temporary { directory in
            let app = NativeTestApp { $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext) }
            let session = try #require(try await app.signInCode().submit("12345678").session)
            #expect(try app.gatehouse.synchronousSessions.current()?.storedSession.accessToken == Secret("access-3"))
            try app.gatehouse.synchronousSessions.signOut(session)
            #expect(try app.gatehouse.synchronousSessions.current() == nil)
        }
    }

    @Test func reportsLockedStore() async throws {
        let store = MemoryTokenStore()
        let app = NativeTestApp { $0.tokenStore = store }
        let session = try #require(try await app.signInCode().submit("12345678").session)
        store.fail(with: TokenStoreError(.locked, "before first unlock"))
        #expect(throws: TokenStoreError(.locked, "before first unlock").authError) {
            try app.gatehouse.synchronousSessions.current()
        }
        #expect(throws: TokenStoreError(.locked, "before first unlock").authError) {
            try app.gatehouse.synchronousSessions.signOut(session)
        }
    }
}
