import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

struct SignOutTests {
    @Test func theDeviceForgetsAndTheServerIsTold() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        let result = try await app.gatehouse.signOut()
        #expect((result.device, result.server, result.browser) == (.forgotten, .told, .notAsked))
        #expect(app.server.revoked == ["refresh-2"])
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)
        #expect(try await app.gatehouse.session() == nil)
        #expect(try await app.stored?.outbox == [])
        let again = try await app.gatehouse.signOut()
        #expect((again.device, again.server) == (.nothingStored, .nothingToTell))
    }

    @Test func whatTheServerCouldNotBeToldIsToldAtTheNextStart() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.nextFails(RevocationEndpoint.path)
        let result = try await app.gatehouse.signOut()
        #expect(result.device == .forgotten)
        guard case .later(let error) = result.server else {
            Issue.record("The server cannot have been told: \(result.server)")
            return
        }
        #expect(error.code == .network)
        #expect(try await app.stored?.outbox.map(\.token) == [Secret("refresh-2")])
        let relaunched = try app.relaunched()
        _ = try await relaunched.session()
        #expect(await relaunched.keeper.deliver() == [:])
        #expect(app.server.revoked == ["refresh-2"])
        while try await app.stored?.outbox.isEmpty == false { await Task.yield() }
    }

    @Test(arguments: [29, 31])
    func whatHasWaitedForThirtyDaysIsDropped(days: Int) async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.nextFails(RevocationEndpoint.path)
        try await app.gatehouse.signOut()
        app.clock.advance(by: TimeInterval(days) * 86_400)
        app.server.nextFails(RevocationEndpoint.path, times: 9)
        let relaunched = try app.relaunched()
        _ = try await relaunched.session()
        await relaunched.keeper.deliver()
        #expect(try await app.stored?.outbox.count == (days < 30 ? 1 : 0))
    }

    @Test func aClockThatRanTwoMonthsBehindDropsNothingAtTheFirstTry() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.clock.setDeviceWrong(by: -60 * 86_400)
        let line = FaultyLine(to: app.server)
        line.setFault(.requestLost)
        let offline = try app.relaunched { $0.transport = line }
        try await offline.signOut()
        for failures in 1...3 {
            app.server.next(RevocationEndpoint.path, times: 4, 503, "")
            let relaunched = try app.relaunched()
            _ = try await relaunched.session()
            #expect(await relaunched.keeper.deliver().count == 1, "\(failures)")
            #expect(try await app.stored?.outbox.count == 1)
        }
    }

    @Test func aClockThatRunsAMonthAheadDropsNothing() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.nextFails(RevocationEndpoint.path)
        try await app.gatehouse.signOut()
        app.clock.setDeviceWrong(by: 31 * 86_400)
        let line = FaultyLine(to: app.server)
        line.setFault(.requestLost)
        let relaunched = try app.relaunched { $0.transport = line }
        _ = try await relaunched.session()
        await relaunched.keeper.deliver()
        #expect(try await app.stored?.outbox.count == 1)
    }

    @Test func aServerThatIsNotThereIsWaitedForOnce() async throws {
        let app = try TestApp()
        for person in 1...3 {
            app.server.become("person-\(person)")
            try await app.gatehouse.signIn(interaction: .addAccount)
        }
        app.server.nextFails(RevocationEndpoint.path, times: 9)
        for account in try await app.gatehouse.accounts() { try await app.gatehouse.signOut(account) }
        let asked = app.server.calls(RevocationEndpoint.path).count
        #expect(await app.gatehouse.keeper.deliver().count == 3)
        #expect(app.server.calls(RevocationEndpoint.path).count == asked + 1)
    }

    @Test func fiftyWaitAtMost() {
        let revocations = (0..<60).map { PendingRevocation(id: "\($0)", token: Secret("token-\($0)"), since: .at(0)) }
        let stored = StoredSessions().applying(revocations.map(StoreChange.revoke))
        #expect(stored.outbox == revocations.suffix(50))
    }

    @Test(arguments: [
        (302, ""), (307, #"{"error":"invalid_client"}"#), (403, "<p>Sign in to this network"), (200, nil),
    ])
    func anAnswerThatIsNotTheServersLeavesItToBeTold(status: Int, body: String?) async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        if let body { app.server.next(RevocationEndpoint.path, status, body) }
        guard case .later = try await app.gatehouse.signOut().server else {
            #expect(body == nil)
            return
        }
        #expect(body != nil)
        #expect(try await app.stored?.outbox.map(\.token) == [Secret("refresh-2")])
    }

    @Test func aRefusalIsAnAnswer() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.next(RevocationEndpoint.path, OAuthError(.unsupportedTokenType, "Never heard of it."))
        #expect(try await app.gatehouse.signOut().server == .told)
        #expect(try await app.stored?.outbox == [])
    }

    @Test func whatTheServerCouldNotBeToldIsToldWhenItAnswersSomethingElse() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.nextFails(RevocationEndpoint.path)
        try await app.gatehouse.signOut()
        app.server.become("person-2")
        try await app.gatehouse.signIn()
        #expect(await app.gatehouse.keeper.deliver() == [:])
        #expect(app.server.revoked == ["refresh-2"])
    }

    @Test func anotherAccountStaysSignedIn() async throws {
        let app = try TestApp()
        let first = try await app.gatehouse.signIn()
        app.server.become("person-2")
        let second = try await app.gatehouse.signIn(interaction: .addAccount)
        try await app.gatehouse.signOut(first.account)
        #expect(try await app.gatehouse.session()?.account == second.account)
        try await app.gatehouse.signOut()
        #expect(try await app.gatehouse.accounts() == [])
    }

    @Test func theBrowsersSessionIsEndedWhenAsked() async throws {
        let app = try TestApp { $0.postLogoutRedirectURI = URL(string: "com.example.app:/signed-out") }
        let session = try await app.gatehouse.signIn()
        let idToken = try await session.idToken()
        app.browser.next { visit in
            #expect(visit.purpose == .signOut)
            let page = visit.page(redirectingTo: visit.redirectURI)
            let state = try #require(try Parameters(formEncoded: page.query() ?? "")[.state])
            return .redirect(try #require(URL(string: "com.example.app:/signed-out?state=\(state)")))
        }
        let result = try await app.gatehouse.signOut(endBrowserSession: true)
        #expect(result.browser == .ended)
        let page = try #require(app.browser.pages.last)
        #expect(page.path() == EndSessionEndpoint.path)
        let asked = EndSessionRequest(parameters: try Parameters(formEncoded: page.query() ?? ""))
        #expect(asked.idTokenHint == idToken)
        #expect(asked.postLogoutRedirectURI?.rawValue == "com.example.app:/signed-out")
    }

    @Test func aDeviceThatCannotStoreItShowsThePageAllTheSame() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        app.browser.next { _ in .closed }
        let error = try await failure { try await app.gatehouse.signOut(endBrowserSession: true) }
        #expect(error.code == .storeUnavailable)
        #expect(app.browser.pages.last?.path() == EndSessionEndpoint.path)
        #expect(app.server.revoked == ["refresh-2"])
    }

    @Test func withoutARedirectThePageIsOnlyShown() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.browser.next { visit in
            #expect(!visit.expectsRedirect)
            return .closed
        }
        #expect(try await app.gatehouse.signOut(endBrowserSession: true).browser == .shown)
    }

    @Test func aDamagedStoreIsCleared() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        let relaunched = try app.relaunched()
        app.store.fail(with: TokenStoreError(.corrupt, "damaged"))
        #expect(try await failure { try await relaunched.session() }.code == .storeCorrupt)
        #expect(try await relaunched.signOut().device == .nothingStored)
        #expect(try await relaunched.session() == nil)
        #expect(try await app.stored == nil)
    }

    @Test func whatADamagedStoreHeldIsRevokedByWhoStillKnowsIt() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.store.fail(with: TokenStoreError(.corrupt, "damaged"))
        let result = try await app.gatehouse.signOut()
        #expect((result.device, result.server) == (.forgotten, .told))
        #expect(app.server.revoked == ["refresh-2"])
        #expect(await app.gatehouse.states.first { _ in true } == .signedOut(.requested))
        #expect(try await app.stored?.grants == [])
    }

    @Test(arguments: [TokenStoreError.Kind.locked, .denied, .unavailable])
    func aStoreThatCannotBeReadIsReportedAndTheSessionEndsAllTheSame(kind: TokenStoreError.Kind) async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.store.fail(with: TokenStoreError(kind, "test"))
        let error = try await failure { try await app.gatehouse.signOut() }
        #expect(error.code == AuthError(TokenStoreError(kind, "test")).code)
        for await state in app.gatehouse.states {
            #expect(state == .signedOut(.requested))
            break
        }
        #expect(app.server.revoked == ["refresh-2"])
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)

        app.store.fail(with: nil)
        #expect(try await app.gatehouse.session() == nil)
        while try await app.stored?.grants.isEmpty == false { await Task.yield() }
        #expect(try await app.stored?.outbox == [])
    }

    @Test func aStoreThatWasNeverReadLeavesNothingToEnd() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.store.fail(with: TokenStoreError(.locked, "test"))
        let relaunched = try app.relaunched()
        #expect(try await failure { try await relaunched.signOut() }.code == .storeLocked)
        #expect(app.server.revoked == [])
        app.store.fail(with: nil)
        #expect(try await relaunched.signOut().server == .told)
    }

    @Test func aStoreThatBreaksDuringSignOutIsReportedAndTheSessionEndsAllTheSame() async throws {
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
        #expect(await app.gatehouse.keeper.deliver() == [:])
        #expect(app.server.revoked == ["refresh-2"])
    }
}
