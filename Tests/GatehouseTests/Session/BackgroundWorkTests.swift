import Foundation
import GatehouseTestSupport
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// The work that a program waits for before it exits.
@Suite struct BackgroundWorkTests {
    @Test func waitsForPendingSignOuts() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.failNext(RevocationEndpoint.path)
        try await app.gatehouse.signOut()
        #expect(try await app.stored?.pendingRevocations.count == 1)
        // The program makes no other call.
        await app.gatehouse.waitForPendingWork()
        #expect(app.server.revoked == ["refresh-2"])
        #expect(try await app.stored?.pendingRevocations == [])
    }

    @Test func waitsForSynchronousSignOut() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        try app.gatehouse.synchronousSessions.signOut(session)
        await app.gatehouse.waitForPendingWork()
        #expect(app.server.revoked == ["refresh-2"])
    }

    @Test(.timeLimit(.minutes(1))) func stopsWaitingAtTimeLimit() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.failNext(RevocationEndpoint.path)
        try await app.gatehouse.signOut()
        let (requestSent, gate) = (Promise<Bool>(), Promise<Bool>())
        app.server.next(RevocationEndpoint.path) { _ in
            requestSent.resolve(true)
            _ = await gate.value
            return (HTTPResponse(status: .ok), Data())
        }
        try await finish(app, within: .seconds(3))
        #expect(await requestSent.value == true)
        #expect(try await app.stored?.pendingRevocations.count == 1)
        gate.resolve(true)
        await app.gatehouse.waitForPendingWork()
        #expect(try await app.stored?.pendingRevocations == [])
    }

    @Test(.timeLimit(.minutes(1))) func leavesARefreshThatTakesLongerToItself() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.clock.advance(by: 3570)
        let (asked, answers, server) = (Promise<Bool>(), Promise<Bool>(), app.server)
        server.next(TokenEndpoint.path) { _ in
            asked.resolve(true)
            _ = await answers.value
            return server.ok(server.tokens(scope: nil, nonce: nil))
        }
        #expect(try await session.accessToken().value == "access-2")
        #expect(await asked.value == true)
        try await finish(app, within: .seconds(3))
        answers.resolve(true)
        await app.gatehouse.waitForPendingWork()
        #expect(try await app.stored?.sessions.map(\.accessToken) == [Secret("access-3")])
    }

    @Test(.timeLimit(.minutes(1))) func waitsNoLongerThanTheLimitForAStoreThatHangs() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        let store = PausingStore(store: app.store)
        let gatehouse = try app.relaunched { $0.tokenStore = store }
        #expect(await store.asked.value == true)
        try await finish(app, gatehouse, within: .seconds(3))
        store.answers.resolve(true)
        #expect(try await gatehouse.session() != nil)
    }

    /// Waits for background work, with a clock that moves on by the limit once that is all there is to wait for.
    private func finish(_ app: TestApp, _ gatehouse: GatehouseClient? = nil, within limit: Duration) async throws {
        let gatehouse = gatehouse ?? app.gatehouse
        let finish = Task { await gatehouse.waitForPendingWork(within: limit) }
        try await waitUntil { app.clock.sleeperCount > 0 }
        app.clock.advance(by: limit.timeInterval)
        await finish.value
    }
}
