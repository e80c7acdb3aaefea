import Foundation
import GatehouseWire
import Synchronization
import Testing

@testable import Gatehouse

/// What comes before and after the one request of a refresh, for a server that takes a refresh token once and never again.
struct RefreshOrderTests {
    @Test(.timeLimit(.minutes(1))) func whoHasWaitedForATurnSendsNoTokenThatWasSpentMeanwhile() async throws {
        let (app, session) = try await expired { $0.environment.sleep = { try await Task.sleep(for: $0) } }
        let before = try #require(try await app.stored)
        var grant = try #require(before.currentGrant)
        var turn = try await app.store.takeTurn(TestApp.key, for: RefreshIntent(grant, since: app.clock.server))
        #expect(turn != nil)
        let token = Task { try await session.accessToken() }
        // It has the grant that it wants to refresh, and waits for its turn.
        while await !app.gatehouse.keeper.isAsking { await Task.yield() }
        grant.accessToken = Secret("theirs")
        grant.refreshToken = Secret("refresh-of-theirs")
        grant.expiresAt = app.clock.server.addingTimeInterval(3600)
        var after = before
        (after.grants, after.generation) = ([grant], before.generation + 1)
        try await app.store.save(after, for: TestApp.key, replacing: before.generation)
        // By now this process knows of the new tokens, too.
        #expect(try await app.gatehouse.session() != nil)
        await turn?.settle()
        turn = nil
        #expect(try await token.value.value == "theirs")
        #expect(refreshes(app) == 0)
    }

    @Test(.timeLimit(.minutes(1))) func aSessionThatHasEndedMeanwhileIsNotRefreshed() async throws {
        let (app, session) = try await expired { $0.environment.sleep = { try await Task.sleep(for: $0) } }
        let before = try #require(try await app.stored)
        let grant = try #require(before.currentGrant)
        var turn = try await app.store.takeTurn(TestApp.key, for: RefreshIntent(grant, since: app.clock.server))
        #expect(turn != nil)
        let token = Task { try await session.accessToken() }
        while await !app.gatehouse.keeper.isAsking { await Task.yield() }
        var after = before
        (after.grants, after.current, after.generation) = ([], nil, before.generation + 1)
        try await app.store.save(after, for: TestApp.key, replacing: before.generation)
        #expect(try await app.gatehouse.session() == nil)
        await turn?.settle()
        turn = nil
        #expect(try await failure { try await token.value }.code == .signedOut)
        #expect(refreshes(app) == 0)
    }

    @Test func theTurnLastsUntilTheTokensAreStored() async throws {
        let (app, session) = try await expired()
        let store = app.store
        let answered = try app.relaunched {
            $0.transport = PausingTransport(server: app.server) {
                store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
            }
        }
        let mine = try #require(try await answered.session())
        #expect(try await mine.accessToken().value == "access-3")
        #expect(try await app.stored?.currentGrant?.refreshToken == Secret("refresh-2"))
        // The store works again, and who refreshes here next must wait for who has the tokens.
        store.failSaves(with: nil)
        let intent = RefreshIntent(try #require(try await app.stored?.currentGrant), since: app.clock.server)
        #expect(try await store.takeTurn(TestApp.key, for: intent) == nil)
        while app.clock.sleeperCount == 0 { await Task.yield() }
        app.clock.advance(by: 120)
        while try await app.stored?.currentGrant?.refreshToken != Secret("refresh-3") { await Task.yield() }
        await answered.finishBackgroundWork()
        #expect(try await session.accessToken().value == "access-3")
        #expect(try await store.takeTurn(TestApp.key, for: intent) != nil)
        #expect(refreshes(app) == 1)
    }

    @Test func nothingIsAskedBetweenTheAnswerAndTheStore() async throws {
        let (app, _) = try await expired()
        let relaunched = try app.relaunched()
        let asked = app.server.paths.count
        _ = try await relaunched.session()?.accessToken()
        #expect(
            Array(app.server.paths.dropFirst(asked)) == [
                OpenIDConfigurationEndpoint.path, KeySetEndpoint.path, TokenEndpoint.path,
            ]
        )
        await relaunched.finishBackgroundWork()
        #expect(try await app.stored?.currentGrant?.accessToken == Secret("access-3"))
    }

    @Test func anIDTokenByANewKeyComesWithTheRefreshAfterTheNext() async throws {
        let (app, session) = try await expired()
        let first = try await session.idToken()
        try app.server.rotateKey()
        #expect(try await session.accessToken().value == "access-3")
        #expect(try await session.idToken() == first)
        #expect(app.server.calls(KeySetEndpoint.path).count == 1)
        app.clock.advance(by: 3700)
        #expect(try await session.accessToken().value == "access-4")
        #expect(app.server.calls(KeySetEndpoint.path).count == 2)
        #expect(try await session.idToken() != first)
    }

    @Test func withoutAnAnswerToWhatComesBeforehandNothingIsSent() async throws {
        let (app, _) = try await expired()
        let relaunched = try app.relaunched()
        app.server.nextFails(OpenIDConfigurationEndpoint.path)
        #expect(try await failure { try await relaunched.session()?.accessToken() }.code == .network)
        #expect(refreshes(app) == 0)
        // Keys that do not come are no reason to do without tokens.
        app.server.nextFails(KeySetEndpoint.path)
        #expect(try await relaunched.session()?.accessToken().value == "access-3")
    }

    @Test func aLeaseThatWasTakenByAWrongClockIsTakenAgainBeforeAnythingIsSent() async throws {
        let (app, _) = try await expired()
        app.clock.setDeviceWrong(by: 3600)
        let leases = Mutex<[RefreshLease?]>([])
        let store = app.store
        let relaunched = try app.relaunched {
            // Without locks of the system there are leases.
            $0.tokenStore = LostStore(store: store)
            $0.transport = PausingTransport(server: app.server) {
                let lease = try? store.loadNow(TestApp.key)?.currentGrant?.lease
                leases.withLock { $0.append(lease) }
            }
        }
        #expect(try await relaunched.session()?.accessToken().value == "access-3")
        let until = try #require(leases.withLock(\.self).first??.until)
        // Another process would take one that lasts for longer for the doing of a clock, and its turn with it.
        #expect(until.timeIntervalSince(app.clock.server) <= RefreshLease.length)
    }

    private func expired(
        _ change: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) async throws -> (TestApp, Session) {
        let app = try TestApp(change)
        let session = try await app.gatehouse.signIn()
        app.clock.advance(by: 3700)
        return (app, session)
    }

    private func refreshes(_ app: TestApp) -> Int {
        app.server.calls(TokenEndpoint.path).count { $0.parameters[.refreshToken] != nil }
    }
}
