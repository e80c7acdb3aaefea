import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// What a program waits for before it ends.
@Suite struct BackgroundWorkTests {
    @Test func waitsForPendingSignOuts() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.nextFails(RevocationEndpoint.path)
        try await app.gatehouse.signOut()
        #expect(try await app.stored?.outbox.count == 1)
        // A program that does nothing else.
        await app.gatehouse.finishBackgroundWork()
        #expect(app.server.revoked == ["refresh-2"])
        #expect(try await app.stored?.outbox == [])
    }

    @Test func waitsForSignOutOfACallerThatCouldNotWait() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        try app.gatehouse.forgetNow(session)
        await app.gatehouse.finishBackgroundWork()
        #expect(app.server.revoked == ["refresh-2"])
    }

    @Test(.timeLimit(.minutes(1))) func waitsNoLongerThanTheLimit() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.nextFails(RevocationEndpoint.path)
        try await app.gatehouse.signOut()
        let (asked, answers) = (OneShot<Bool>(), OneShot<Bool>())
        app.server.next(RevocationEndpoint.path) { _ in
            asked.resolve(true)
            _ = await answers.value
            return (HTTPResponse(status: .ok), Data())
        }
        let finish = Task { await app.gatehouse.finishBackgroundWork(deliveringSignOutsWithin: .seconds(3)) }
        #expect(await asked.value == true)
        while app.clock.sleeperCount == 0 { await Task.yield() }
        app.clock.advance(by: 3)
        await finish.value
        #expect(try await app.stored?.outbox.count == 1)
        answers.resolve(true)
        await app.gatehouse.finishBackgroundWork()
        #expect(try await app.stored?.outbox == [])
    }
}
