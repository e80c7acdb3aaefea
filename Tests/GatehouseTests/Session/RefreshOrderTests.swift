import Foundation
import GatehouseConcurrency
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import Gatehouse

/// The steps before and after the request of a refresh, for a server that accepts each refresh token once.
struct RefreshOrderTests {
    @Test(.timeLimit(.minutes(1))) func sendsNoTokenReplacedWhileWaitingForLock() async throws {
        let (app, session) = try await expired { $0.environment.sleep = { try await Task.sleep(for: $0) } }
        let before = try #require(try await app.stored)
        var grant = try #require(before.currentSession)
        var lock = try await app.store.refreshLock?.tryAcquire(
            TestApp.key,
            recording: RefreshJournalEntry(grant, startedAt: app.clock.server)
        )
        #expect(lock != nil)
        let token = Task { try await session.accessToken() }
        // The client has read the session and waits for the lock.
        try await waitUntil { await app.gatehouse.isRequestingTokens }
        grant.accessToken = Secret("theirs")
        grant.refreshToken = Secret("refresh-of-theirs")
        grant.expiresAt = app.clock.server.addingTimeInterval(3600)
        var after = before
        (after.sessions, after.generation) = ([grant], before.generation + 1)
        try await app.store.save(after, for: TestApp.key, replacing: before.generation)
        // By now the client has read the new tokens.
        #expect(try await app.gatehouse.session() != nil)
        await lock?.clearJournal()
        lock = nil
        #expect(try await token.value.value == "theirs")
        #expect(refreshes(app) == 0)
    }

    @Test(.timeLimit(.minutes(1))) func doesNotRefreshSessionEndedWhileWaitingForLock() async throws {
        let (app, session) = try await expired { $0.environment.sleep = { try await Task.sleep(for: $0) } }
        let before = try #require(try await app.stored)
        let grant = try #require(before.currentSession)
        var lock = try await app.store.refreshLock?.tryAcquire(
            TestApp.key,
            recording: RefreshJournalEntry(grant, startedAt: app.clock.server)
        )
        #expect(lock != nil)
        let token = Task { try await session.accessToken() }
        try await waitUntil { await app.gatehouse.isRequestingTokens }
        var after = before
        (after.sessions, after.current, after.generation) = ([], nil, before.generation + 1)
        try await app.store.save(after, for: TestApp.key, replacing: before.generation)
        #expect(try await app.gatehouse.session() == nil)
        await lock?.clearJournal()
        lock = nil
        #expect(try await failure { try await token.value }.code == .signedOut)
        #expect(refreshes(app) == 0)
    }

    @Test func holdsLockUntilTokensAreSaved() async throws {
        let (app, session) = try await expired()
        let store = app.store
        let client = try app.relaunched {
            $0.transport = PausingTransport(server: app.server) {
                store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
            }
        }
        let mine = try #require(try await client.session())
        #expect(try await mine.accessToken().value == "access-3")
        #expect(try await app.stored?.currentSession?.refreshToken == Secret("refresh-2"))
        // The save has failed and waits for its retry.
        try await waitUntil { app.clock.sleeperCount > 0 }
        // The store is writable again; the next refresh must wait for the client that holds the tokens.
        store.failSaves(with: nil)
        let entry = RefreshJournalEntry(
            try #require(try await app.stored?.currentSession),
            startedAt: app.clock.server
        )
        #expect(try await store.refreshLock?.tryAcquire(TestApp.key, recording: entry) == nil)
        app.clock.advance(by: 120)
        try await waitUntil { try await app.stored?.currentSession?.refreshToken == Secret("refresh-3") }
        await client.waitForPendingWork()
        #expect(try await session.accessToken().value == "access-3")
        #expect(try await store.refreshLock?.tryAcquire(TestApp.key, recording: entry) != nil)
        #expect(refreshes(app) == 1)
    }

    @Test func sendsNoRequestBetweenTokenResponseAndSave() async throws {
        let (app, _) = try await expired()
        let relaunched = try app.relaunched()
        let requestCount = app.server.paths.count
        _ = try await relaunched.session()?.accessToken()
        #expect(
            Array(app.server.paths.dropFirst(requestCount)) == [
                OpenIDConfigurationEndpoint.path, KeySetEndpoint.path, TokenEndpoint.path,
            ]
        )
        await relaunched.waitForPendingWork()
        #expect(try await app.stored?.currentSession?.accessToken == Secret("access-3"))
    }

    @Test func updatesIDTokenSignedWithRotatedKeyOnSecondRefresh() async throws {
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

    @Test func doesNotSendRefreshTokenWithoutMetadata() async throws {
        let (app, _) = try await expired()
        let relaunched = try app.relaunched()
        app.server.failNext(OpenIDConfigurationEndpoint.path)
        #expect(try await failure { try await relaunched.session()?.accessToken() }.code == .network)
        #expect(refreshes(app) == 0)
        // A refresh does not require the keys.
        app.server.failNext(KeySetEndpoint.path)
        #expect(try await relaunched.session()?.accessToken().value == "access-3")
    }

    @Test func reacquiresLeaseTakenWithWrongClock() async throws {
        let (app, _) = try await expired()
        app.clock.skewDeviceClock(by: 3600)
        let leases = Mutex<[RefreshLease?]>([])
        let store = app.store
        let relaunched = try app.relaunched {
            // A store without file locks uses leases.
            $0.tokenStore = DetachableStore(store: store)
            $0.transport = PausingTransport(server: app.server) {
                let lease = try? SessionStore(TestApp.key, in: store).loadNow()?.currentSession?.lease
                leases.withLock { $0.append(lease) }
            }
        }
        #expect(try await relaunched.session()?.accessToken().value == "access-3")
        let until = try #require(leases.withLock(\.self).first??.expiresAt)
        // Another process would ignore a longer lease as the result of a wrong clock.
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

extension GatehouseClient {
    /// Whether a refresh request is in progress or waits for the lock.
    fileprivate var isRequestingTokens: Bool {
        get async {
            await manager.machine.coordinator.refreshes.values.contains {
                if case .awaitingServer = $0.stage { true } else { false }
            }
        }
    }
}
