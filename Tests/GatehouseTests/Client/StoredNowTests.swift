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
