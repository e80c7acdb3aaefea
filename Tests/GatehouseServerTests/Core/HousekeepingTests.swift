import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Synchronization
import Testing

@Suite struct HousekeepingTests {
    /// Counts the waits between sweeps, and ends the run after so many.
    private final class Pauses: Sendable {
        private let made = Mutex<[Duration]>([])
        let limit: Int

        init(_ limit: Int) {
            self.limit = limit
        }

        var all: [Duration] { made.withLock { $0 } }

        func pause(_ duration: Duration) throws {
            let count = made.withLock { made in
                made.append(duration)
                return made.count
            }
            if count == limit { throw CancellationError() }
        }
    }

    @Test func aCodeAndItsSessionAreRememberedForADayAfterTheyAreOver() async throws {
        let server = try TestServer()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let code = try await server.addCode(client, account)
        let token = try await server.redeem(code, by: client).refreshToken
        let session = try #require(try await server.store.sessions(of: account.id).first).id
        try await server.store.commit([.session(.end(session, reason: .revoked, at: server.now))])
        let housekeeping = Housekeeping(core: server.core, wait: { _ in })

        server.clock.advance(by: 86_400)
        #expect(try await housekeeping.sweep() == 0)
        server.clock.advance(by: 0.001)
        #expect(try await housekeeping.sweep() == 1, "The session, which ended when it was revoked.")
        #expect(try await server.record(of: code) != nil)
        server.clock.advance(by: 60)
        #expect(try await housekeeping.sweep() == 1, "The code, which would have lived for a minute.")
        #expect(try await server.record(of: code) == nil)
        #expect(try await refusal { try await server.refresh(token, by: client) }.code == .invalidGrant)
        #expect(try await server.store.account(account.id) != nil)
    }

    @Test func whatIsInUseStaysForAsLongAsItIsUsed() async throws {
        let server = try TestServer()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        var token = try await server.signIn(account, to: client).refreshToken
        let housekeeping = Housekeeping(core: server.core, wait: { _ in })
        for _ in 0..<6 {
            server.clock.advance(by: 59 * 86_400)
            _ = try await housekeeping.sweep()
            token = try await server.refresh(token, by: client).refreshToken
        }
        #expect(try await server.store.sessions(of: account.id).count == 1)
    }

    @Test func itSweepsEveryTenMinutesAlsoAfterAFailure() async throws {
        let server = try TestServer()
        let pauses = Pauses(3)
        server.store.isDown = true
        let housekeeping = Housekeeping(core: server.core) { duration in
            server.store.isDown = false
            try pauses.pause(duration)
        }
        await housekeeping.run()
        #expect(pauses.all == [.seconds(600), .seconds(600), .seconds(600)])
        #expect(server.store.operations.count { $0.hasPrefix("sweep") } == 2, "The first did not get that far.")
    }

    // MARK: - The clock

    private static let day: TimeInterval = 86_400

    /// A server with so many sessions that were just begun, which has swept before.
    private func serverInUse(_ sessions: Int = 30, trustsClock: Bool = false) async throws -> TestServer {
        var settings = try TestServer().core.settings
        settings.trustsClock = trustsClock
        let server = try TestServer(settings: settings)
        let client = try await server.addClient()
        let account = try await server.addAccount()
        for _ in 1...sessions { _ = try await server.signIn(account, to: client) }
        _ = try await Housekeeping(core: server.core, wait: { _ in }).sweep()
        return server
    }

    private func sessions(_ server: TestServer) async throws -> Int {
        let forecast = try await server.store.forecast(before: server.now, grace: 0, events: nil)
        return forecast.sessions.total
    }

    @Test func deletesNothingAfterAForwardJumpOfTheClock() async throws {
        let server = try await serverInUse()
        server.clock.advance(by: 62 * Self.day)
        let error = await #expect(throws: StoreError.self) {
            try await Housekeeping(core: server.core, wait: { _ in }).sweep()
        }
        guard case .unavailable(let reason) = error else { return #expect(Bool(false)) }
        #expect(reason.hasPrefix("Nothing was deleted: 30 of 30 sessions would have expired at once."))
        #expect(try await sessions(server) == 30)
    }

    @Test func deletesEverythingExpiredWithATrustedClock() async throws {
        let server = try await serverInUse(trustsClock: true)
        server.clock.advance(by: 62 * Self.day)
        _ = try await Housekeeping(core: server.core, wait: { _ in }).sweep()
        #expect(try await sessions(server) == 0)
    }

    @Test func deletesAnyShareWithinAnHourOfTheLastSweep() async throws {
        let server = try await serverInUse()
        let housekeeping = Housekeeping(core: server.core, wait: { _ in })
        for _ in 0..<(62 * 24) {
            server.clock.advance(by: 3_600)
            _ = try await housekeeping.sweep()
        }
        #expect(try await sessions(server) == 0)
    }

    @Test func deletesNothingWithAClockBehindTheLastSweep() async throws {
        let server = try await serverInUse()
        server.clock.advance(by: -31)
        let error = await #expect(throws: StoreError.self) {
            try await Housekeeping(core: server.core, wait: { _ in }).sweep()
        }
        #expect(error == .unavailable("Nothing was deleted: the clock is 31 seconds behind the last sweep."))
    }

    @Test func deletesByTheDatabasesClock() async throws {
        let server = try await serverInUse(5)
        server.store.databaseTime = server.now
        server.clock.advance(by: 62 * Self.day)
        _ = try await Housekeeping(core: server.core, wait: { _ in }).sweep()
        #expect(try await sessions(server) == 5)
        server.store.databaseTime = server.now
        _ = try await Housekeeping(core: server.core, wait: { _ in }).sweep()
        #expect(try await sessions(server) == 0, "So few may go at once.")
    }
}
