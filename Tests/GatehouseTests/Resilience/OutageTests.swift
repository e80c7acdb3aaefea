import Foundation
import GatehouseTesting
import HTTPTypes
import Testing

@testable import Gatehouse

/// A day without the server, during which the app requests a token of each session every ten seconds.
struct OutageTests {
    /// The longest possible backoff, in seconds: ten minutes plus jitter.
    private static let longestBackoff: TimeInterval = 750
    /// The number of attempts per session and day with the shortest possible backoffs, including the ten short ones at
    /// first.
    private static let maximumAttempts = 200
    /// The number of attempts with the longest possible backoffs.
    private static let minimumAttempts = 115

    struct Outage: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var fault: FaultyTransport.Fault
        /// The number of accounts that are signed in.
        var accountCount = 1
    }

    @Test(arguments: [
        Outage(testDescription: "no network", fault: .requestLost),
        Outage(testDescription: "responses are lost", fault: .responseLost),
        Outage(testDescription: "503", fault: .status(.serviceUnavailable)),
        Outage(testDescription: "captive portal", fault: .html),
        Outage(testDescription: "429", fault: .rateLimited),
        Outage(testDescription: "no network, two accounts", fault: .requestLost, accountCount: 2),
        Outage(testDescription: "429, two accounts", fault: .rateLimited, accountCount: 2),
    ])
    func limitsRequestsDuringOutageAndRecoversSessions(outage: Outage) async throws {
        let executor = SeededExecutor(seed: 1)
        let (app, bytes) = (try TestApp(), SeededBytes(seed: 1))
        app.server.repeatResponses()
        let transport = FaultyTransport(to: app.server)
        let gatehouse = try app.relaunched {
            $0.executor = executor.preference
            $0.transport = transport
            $0.environment.randomBytes = { Array(bytes.bytes($0)) }
        }
        for number in 1...outage.accountCount {
            app.server.setSubject("person-\(number)")
            try await app.gatehouse.signIn(interaction: .addAccount)
        }
        let sessions = try executor.run {
            try await gatehouse.manager.sessions().sessions.map { gatehouse.session($0) }
        }
        #expect(sessions.map(\.account.id) == ["person-1", "person-2"].prefix(outage.accountCount).map(\.self))
        app.clock.advance(by: 3700)
        transport.setFault(outage.fault)
        let before = transport.sent
        for _ in 0..<8_640 {
            app.clock.advance(by: 10)
            let codes = try executor.run { await Self.codes(sessions) }
            try #require(codes.allSatisfy { $0 != nil && $0 != .signedOut })
        }
        // Each session has its own backoff, and each attempt sends one request.
        let attempts = try executor.run { await Self.failures(of: sessions, in: gatehouse) }
        for count in attempts { #expect(Self.minimumAttempts..<Self.maximumAttempts ~= count) }
        #expect(transport.sent - before == attempts.reduce(0, +))
        let current = try #require(sessions.last)
        #expect(try executor.run { await Self.state(gatehouse) } == .signedInOffline(current.account.info))

        transport.setFault(nil)
        var waited: TimeInterval = 0
        while try executor.run({ await !Self.haveValidTokens(sessions, in: gatehouse) }), waited < 3600 {
            app.clock.advance(by: 10)
            waited += 10
        }
        #expect(waited <= Self.longestBackoff + 10)
        #expect(try executor.run { await Self.state(gatehouse) } == .signedIn(current.account.info))
        #expect(try executor.run { await Self.codes(sessions) }.allSatisfy { $0 == nil })
    }

    /// Returns the error of each token request.
    private static func codes(_ sessions: [Session]) async -> [AuthError.Code?] {
        var codes: [AuthError.Code?] = []
        for session in sessions {
            do throws(AuthError) {
                _ = try await session.accessToken()
                codes.append(nil)
            } catch {
                codes.append(error.code)
            }
        }
        return codes
    }

    /// Returns the number of failed refreshes of each session.
    private static func failures(of sessions: [Session], in gatehouse: GatehouseClient) async -> [Int] {
        var failures: [Int] = []
        for session in sessions {
            failures.append(await gatehouse.manager.machine.coordinator.backoffs[session.id]?.failures ?? 0)
        }
        return failures
    }

    /// Returns whether all sessions were refreshed in the background.
    private static func haveValidTokens(_ sessions: [Session], in gatehouse: GatehouseClient) async -> Bool {
        let (known, now) = (await gatehouse.manager.knownSessions, gatehouse.manager.clock.now)
        return sessions.allSatisfy { session in known.session(session.id).map { $0.expiresAt > now } ?? false }
    }

    private static func state(_ gatehouse: GatehouseClient) async -> SessionState? {
        await gatehouse.states.first { _ in true }
    }
}
