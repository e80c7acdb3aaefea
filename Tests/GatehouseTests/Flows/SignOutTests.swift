import Foundation
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import Gatehouse

struct SignOutTests {
    @Test func removesSessionAndRevokesToken() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        let result = try await app.gatehouse.signOut()
        #expect((result.device, result.server, result.browser) == (.removed, .revoked, .notRequested))
        #expect(app.server.revoked == ["refresh-2"])
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)
        #expect(try await app.gatehouse.session() == nil)
        #expect(try await app.stored?.pendingRevocations == [])
        let again = try await app.gatehouse.signOut()
        #expect((again.device, again.server) == (.noSession, .notNeeded))
    }

    @Test func retriesFailedRevocationAtNextLaunch() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.failNext(RevocationEndpoint.path)
        let result = try await app.gatehouse.signOut()
        #expect(result.device == .removed)
        guard case .pending(let error) = result.server else {
            Issue.record("The revocation is not pending: \(result.server)")
            return
        }
        #expect(error.code == .network)
        #expect(try await app.stored?.pendingRevocations.map(\.token) == [Secret("refresh-2")])
        let relaunched = try app.relaunched()
        _ = try await relaunched.session()
        #expect(await relaunched.manager.sendRevocations() == [:])
        #expect(app.server.revoked == ["refresh-2"])
        try await waitUntil { try await app.stored?.pendingRevocations.isEmpty != false }
    }

    @Test(arguments: [29, 31])
    func dropsRevocationsAfterThirtyDays(days: Int) async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.failNext(RevocationEndpoint.path)
        try await app.gatehouse.signOut()
        app.clock.advance(by: TimeInterval(days) * 86_400)
        app.server.failNext(RevocationEndpoint.path, times: 9)
        let relaunched = try app.relaunched()
        _ = try await relaunched.session()
        await relaunched.manager.sendRevocations()
        #expect(try await app.stored?.pendingRevocations.count == (days < 30 ? 1 : 0))
    }

    @Test func keepsRevocationsAfterSlowClockIsCorrected() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.clock.skewDeviceClock(by: -60 * 86_400)
        let transport = FaultyTransport(to: app.server)
        transport.setFault(.requestLost)
        let offline = try app.relaunched { $0.transport = transport }
        try await offline.signOut()
        for failures in 1...3 {
            app.server.next(RevocationEndpoint.path, times: 4, status: 503, body: "")
            let relaunched = try app.relaunched()
            _ = try await relaunched.session()
            #expect(await relaunched.manager.sendRevocations().count == 1, "\(failures)")
            #expect(try await app.stored?.pendingRevocations.count == 1)
        }
    }

    @Test func keepsRevocationsWhenClockIsAhead() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.failNext(RevocationEndpoint.path)
        try await app.gatehouse.signOut()
        app.clock.skewDeviceClock(by: 31 * 86_400)
        let transport = FaultyTransport(to: app.server)
        transport.setFault(.requestLost)
        let relaunched = try app.relaunched { $0.transport = transport }
        _ = try await relaunched.session()
        await relaunched.manager.sendRevocations()
        #expect(try await app.stored?.pendingRevocations.count == 1)
    }

    @Test func stopsSendingRevocationsAfterFirstConnectionFailure() async throws {
        let app = try TestApp()
        for number in 1...3 {
            app.server.setSubject("person-\(number)")
            try await app.gatehouse.signIn(interaction: .addAccount)
        }
        app.server.failNext(RevocationEndpoint.path, times: 9)
        for account in try await app.gatehouse.accounts() { try await app.gatehouse.signOut(account) }
        let requestCount = app.server.calls(RevocationEndpoint.path).count
        #expect(await app.gatehouse.manager.sendRevocations().count == 3)
        #expect(app.server.calls(RevocationEndpoint.path).count == requestCount + 1)
    }

    @Test func keepsAtMostFiftyPendingRevocations() {
        let revocations = (0..<60).map { PendingRevocation(id: "\($0)", token: Secret("token-\($0)"), since: .at(0)) }
        let stored = StoredSessions().applying(revocations.map(StoreMutation.enqueueRevocation))
        #expect(stored.pendingRevocations == revocations.suffix(50))
    }

    @Test(arguments: [
        (302, ""), (307, #"{"error":"invalid_client"}"#), (403, "<p>Sign in to this network"), (200, nil),
    ])
    func keepsRevocationPendingAfterUnexpectedResponse(status: Int, body: String?) async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        if let body { app.server.next(RevocationEndpoint.path, status: status, body: body) }
        guard case .pending = try await app.gatehouse.signOut().server else {
            #expect(body == nil)
            return
        }
        #expect(body != nil)
        #expect(try await app.stored?.pendingRevocations.map(\.token) == [Secret("refresh-2")])
    }

    @Test func treatsOAuthErrorAsCompletedRevocation() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.next(RevocationEndpoint.path, OAuthError(.unsupportedTokenType, "Never heard of it."))
        #expect(try await app.gatehouse.signOut().server == .revoked)
        #expect(try await app.stored?.pendingRevocations == [])
    }

    @Test func retriesFailedRevocationAfterNextSuccessfulRequest() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.failNext(RevocationEndpoint.path)
        try await app.gatehouse.signOut()
        app.server.setSubject("person-2")
        try await app.gatehouse.signIn()
        #expect(await app.gatehouse.manager.sendRevocations() == [:])
        #expect(app.server.revoked == ["refresh-2"])
    }

    @Test func keepsOtherAccountSignedIn() async throws {
        let app = try TestApp()
        let first = try await app.gatehouse.signIn()
        app.server.setSubject("person-2")
        let second = try await app.gatehouse.signIn(interaction: .addAccount)
        try await app.gatehouse.signOut(first.account.info)
        #expect(try await app.gatehouse.session()?.account.info == second.account.info)
        try await app.gatehouse.signOut()
        #expect(try await app.gatehouse.accounts() == [])
    }

    @Test func endsBrowserSessionWhenRequested() async throws {
        let app = try TestApp { $0.postLogoutRedirectURI = URL(string: "com.example.app:/signed-out") }
        let session = try await app.gatehouse.signIn()
        let idToken = try await session.idToken()
        app.browser.next { request in
            #expect(request.purpose == .signOut)
            let page = request.url(redirectURI: request.redirectURI)
            let state = try #require(try Parameters(formEncoded: page.query() ?? "")[.state])
            return .redirected(try #require(URL(string: "com.example.app:/signed-out?state=\(state)")))
        }
        let result = try await app.gatehouse.signOut(endingBrowserSession: true)
        #expect(result.browser == .ended)
        let page = try #require(app.browser.pages.last)
        #expect(page.path() == EndSessionEndpoint.path)
        let sentRequest = EndSessionRequest(parameters: try Parameters(formEncoded: page.query() ?? ""))
        #expect(sentRequest.idTokenHint == idToken)
        #expect(sentRequest.postLogoutRedirectURI?.rawValue == "com.example.app:/signed-out")
    }

    @Test func opensSignOutPageWhenStoreIsNotWritable() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        app.browser.next { _ in .dismissed }
        let error = try await failure { try await app.gatehouse.signOut(endingBrowserSession: true) }
        #expect(error.code == .storeUnavailable)
        #expect(app.browser.pages.last?.path() == EndSessionEndpoint.path)
        #expect(app.server.revoked == ["refresh-2"])
    }

    @Test func reportsUnconfirmedSignOutWithoutRedirect() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.browser.next { request in
            #expect(!request.expectsRedirect)
            return .dismissed
        }
        #expect(try await app.gatehouse.signOut(endingBrowserSession: true).browser == .unconfirmed)
    }

    @Test func clearsCorruptStore() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        let relaunched = try app.relaunched()
        app.store.fail(with: TokenStoreError(.corrupt, "damaged"))
        #expect(try await failure { try await relaunched.session() }.code == .storeCorrupt)
        #expect(try await relaunched.signOut().device == .noSession)
        #expect(try await relaunched.session() == nil)
        #expect(try await app.stored == nil)
    }

    @Test func clearsDamagedDataWhenNothingCanBeSaved() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        let intact = try await app.store.load(TestApp.key)
        try await app.store.save(Data("{".utf8), for: TestApp.key, replacing: intact)
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        let relaunched = try app.relaunched()
        #expect(try await relaunched.signOut().device == .noSession)
        #expect(try await app.store.load(TestApp.key) == nil)
    }

    @Test func revokesCachedSessionsOfCorruptStore() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.store.fail(with: TokenStoreError(.corrupt, "damaged"))
        let result = try await app.gatehouse.signOut()
        #expect((result.device, result.server) == (.removed, .revoked))
        #expect(app.server.revoked == ["refresh-2"])
        #expect(await app.gatehouse.states.first { _ in true } == .signedOut(.requested))
        #expect(try await app.stored?.sessions == [])
    }

    @Test(arguments: [TokenStoreError.Code.locked, .denied, .unavailable])
    func endsSessionAndReportsUnreadableStore(kind: TokenStoreError.Code) async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.store.fail(with: TokenStoreError(kind, "test"))
        let error = try await failure { try await app.gatehouse.signOut() }
        #expect(error.code == TokenStoreError(kind, "test").authError.code)
        for await state in app.gatehouse.states {
            #expect(state == .signedOut(.requested))
            break
        }
        #expect(app.server.revoked == ["refresh-2"])
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)

        app.store.fail(with: nil)
        #expect(try await app.gatehouse.session() == nil)
        try await waitUntil { try await app.stored?.sessions.isEmpty != false }
        #expect(try await app.stored?.pendingRevocations == [])
    }

    @Test func revokesNothingWhenStoreWasNeverRead() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.store.fail(with: TokenStoreError(.locked, "test"))
        let relaunched = try app.relaunched()
        #expect(try await failure { try await relaunched.signOut() }.code == .storeLocked)
        #expect(app.server.revoked == [])
        app.store.fail(with: nil)
        #expect(try await relaunched.signOut().server == .revoked)
    }

    @Test func endsSessionAndReportsStoreFailureDuringSignOut() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.clock.advance(by: 10)
        _ = try await app.gatehouse.session()
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        let error = try await failure { try await app.gatehouse.signOut() }
        #expect(error.code == .storeUnavailable)
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)
        app.store.failSaves(with: nil)
        #expect(try await app.gatehouse.session() == nil)
        #expect(await app.gatehouse.manager.sendRevocations() == [:])
        #expect(app.server.revoked == ["refresh-2"])
    }
}
