import Foundation
import HTTPTypes
import Testing

@testable import Gatehouse

/// A day without the server, in which the app wants a token every ten seconds.
struct DayOfflineTests {
    /// The longest pause that chance can make of ten minutes, in seconds.
    private static let longestPause: TimeInterval = 750

    struct Away: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var fault: FaultyLine.Fault
    }

    @Test(arguments: [
        Away(testDescription: "no network", fault: .requestLost),
        Away(testDescription: "answers are lost", fault: .answerLost),
        Away(testDescription: "503", fault: .status(.serviceUnavailable)),
        Away(testDescription: "a hotel's network", fault: .html),
        Away(testDescription: "429", fault: .rateLimited),
    ])
    func aDayCostsFewRequestsAndTheSessionComesBackByItself(away: Away) async throws {
        let executor = SeededExecutor(seed: 1)
        let app = try TestApp()
        app.server.repeatAnswers()
        let way = FaultyLine(to: app.server)
        let gatehouse = try app.relaunched {
            $0.executor = executor
            $0.transport = way
        }
        try await app.gatehouse.signIn()
        let session = try #require(try executor.run { try await gatehouse.session() })
        app.clock.advance(by: 3700)
        way.setFault(away.fault)
        let before = way.sent
        for _ in 0..<8_640 {
            app.clock.advance(by: 10)
            let code = try executor.run { await Self.code(session) }
            try #require(code != nil && code != .signedOut)
        }
        let requests = way.sent - before
        #expect(requests < 200)
        #expect(try executor.run { await Self.state(gatehouse) } == .signedInOffline(session.account))

        way.setFault(nil)
        var waited: TimeInterval = 0
        while try executor.run({ await Self.state(gatehouse) }) != .signedIn(session.account), waited < 3600 {
            app.clock.advance(by: 10)
            waited += 10
        }
        #expect(waited <= Self.longestPause + 10)
        #expect(try executor.run { await Self.code(session) } == nil)
    }

    /// The error that the wish for a token ends with.
    private static func code(_ session: Session) async -> AuthError.Code? {
        do throws(AuthError) {
            _ = try await session.accessToken()
            return nil
        } catch {
            return error.code
        }
    }

    private static func state(_ gatehouse: GatehouseClient) async -> SessionState? {
        await gatehouse.states.first { _ in true }
    }
}
