import Foundation
import GatehouseTesting
import HTTPTypes
import Testing

@testable import Gatehouse

/// A day without the server, in which the app wants a token of everybody every ten seconds.
struct DayOfflineTests {
    /// The longest pause that chance can make of ten minutes, in seconds.
    private static let longestPause: TimeInterval = 750
    /// How many tries of one session fit into a day with the shortest pauses that chance can make, the ten small ones first.
    private static let mostTries = 200
    /// The same with the longest pauses.
    private static let fewestTries = 115

    struct Away: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var fault: FaultyLine.Fault
        /// How many people are signed in.
        var people = 1
    }

    @Test(arguments: [
        Away(testDescription: "no network", fault: .requestLost),
        Away(testDescription: "answers are lost", fault: .answerLost),
        Away(testDescription: "503", fault: .status(.serviceUnavailable)),
        Away(testDescription: "a hotel's network", fault: .html),
        Away(testDescription: "429", fault: .rateLimited),
        Away(testDescription: "no network for two", fault: .requestLost, people: 2),
        Away(testDescription: "429 for two", fault: .rateLimited, people: 2),
    ])
    func aDayCostsFewRequestsAndTheSessionsComeBackByThemselves(away: Away) async throws {
        let executor = SeededExecutor(seed: 1)
        let (app, bytes) = (try TestApp(), SeededBytes(seed: 1))
        app.server.repeatAnswers()
        let way = FaultyLine(to: app.server)
        let gatehouse = try app.relaunched {
            $0.executor = executor
            $0.transport = way
            $0.environment.randomBytes = { Array(bytes.bytes($0)) }
        }
        for person in 1...away.people {
            app.server.become("person-\(person)")
            try await app.gatehouse.signIn(interaction: .addAccount)
        }
        let sessions = try executor.run {
            try await gatehouse.keeper.sessions().grants.map { gatehouse.session($0) }
        }
        #expect(sessions.map(\.account.id) == ["person-1", "person-2"].prefix(away.people).map(\.self))
        app.clock.advance(by: 3700)
        way.setFault(away.fault)
        let before = way.sent
        for _ in 0..<8_640 {
            app.clock.advance(by: 10)
            let codes = try executor.run { await Self.codes(sessions) }
            try #require(codes.allSatisfy { $0 != nil && $0 != .signedOut })
        }
        // Each session has its own pauses, and every try is one request.
        let tries = try executor.run { await Self.failures(of: sessions, in: gatehouse) }
        for count in tries { #expect(Self.fewestTries..<Self.mostTries ~= count) }
        #expect(way.sent - before == tries.reduce(0, +))
        let current = try #require(sessions.last)
        #expect(try executor.run { await Self.state(gatehouse) } == .signedInOffline(current.account))

        way.setFault(nil)
        var waited: TimeInterval = 0
        while try executor.run({ await !Self.areFresh(sessions, in: gatehouse) }), waited < 3600 {
            app.clock.advance(by: 10)
            waited += 10
        }
        #expect(waited <= Self.longestPause + 10)
        #expect(try executor.run { await Self.state(gatehouse) } == .signedIn(current.account))
        #expect(try executor.run { await Self.codes(sessions) }.allSatisfy { $0 == nil })
    }

    /// The errors that the wishes for tokens end with.
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

    /// How often each session was tried in vain.
    private static func failures(of sessions: [Session], in gatehouse: GatehouseClient) async -> [Int] {
        var failures: [Int] = []
        for session in sessions { failures.append(await gatehouse.keeper.backOff(of: session.id)?.failures ?? 0) }
        return failures
    }

    /// Whether they have new tokens, without having been asked for any.
    private static func areFresh(_ sessions: [Session], in gatehouse: GatehouseClient) async -> Bool {
        let (known, now) = (await gatehouse.keeper.known, await gatehouse.keeper.clock.now)
        return sessions.allSatisfy { session in known.grant(session.id).map { $0.expiresAt > now } ?? false }
    }

    private static func state(_ gatehouse: GatehouseClient) async -> SessionState? {
        await gatehouse.states.first { _ in true }
    }
}
