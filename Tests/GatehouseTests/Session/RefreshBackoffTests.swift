import Foundation
import Testing

@testable import Gatehouse

/// The pauses after refreshes that failed.
@Suite struct RefreshBackoffTests {
    private static let unsent = {
        var error = AuthError(.network, "no route", recovery: .retry(after: nil))
        error.wasNeverSent = true
        return error
    }()
    private static let unavailable = AuthError(
        .serverUnavailable,
        "busy",
        recovery: .retry(after: nil),
        response: AuthError.ServerResponse(httpStatus: 503)
    )
    private static let refused = AuthError(
        .requestRejected,
        "unknown client",
        recovery: .fixConfiguration,
        response: AuthError.ServerResponse(httpStatus: 401, error: "invalid_client")
    )
    private static let limited = AuthError(
        .rateLimited,
        "wait",
        recovery: .retry(after: .seconds(60)),
        response: AuthError.ServerResponse(httpStatus: 429)
    )

    @Test(arguments: [unavailable, refused]) func endsPauseAfterServerErrorOnlyForApp(error: AuthError) throws {
        var machine = try machine(failingWith: error)
        #expect(machine.process(.networkAvailable(now: .at(101), isAutomatic: true)) == [])
        #expect(machine.coordinator.backoffs["a"] != nil)
        #expect(machine.process(.networkAvailable(now: .at(101), isAutomatic: false)) == [.readStore])
        #expect(machine.coordinator.backoffs["a"] == nil)
    }

    @Test(arguments: [true, false]) func endsPauseAfterNetworkFailureOnReconnection(isAutomatic: Bool) throws {
        var machine = try machine(failingWith: Self.unsent)
        #expect(machine.process(.networkAvailable(now: .at(101), isAutomatic: isAutomatic)) == [.readStore])
    }

    @Test(arguments: [true, false]) func keepsRequestedPauseOnReconnection(isAutomatic: Bool) throws {
        var machine = try machine(failingWith: Self.limited)
        #expect(machine.process(.networkAvailable(now: .at(101), isAutomatic: isAutomatic)) == [])
    }

    @Test func schedulesRetryWhenClockMovesBackward() throws {
        var machine = try machine(failingWith: Self.unsent)
        #expect(machine.process(.refreshRetryDue(session: "a", failures: 1, now: .at(101))) == [.readStore])
        let attempt = try machine.readAndStartRefresh()
        // The answer comes half a second before the time at which the retry was due.
        let effects = machine.process(.failed(Self.unsent, attempt: attempt, now: 100.5))
        guard case .scheduleRefreshRetry("a", failures: 2, let pause)? = effects.first else {
            Issue.record("no next retry: \(effects)")
            return
        }
        #expect(1.5...2.5 ~= pause)
    }

    @Test func keepsRunningTimerAfterEarlyAttempt() throws {
        var machine = try machine(failingWith: Self.unsent)
        #expect(machine.process(.refreshRetryDue(session: "a", failures: 1, now: .at(101))) == [.readStore])
        _ = machine.process(.failed(Self.unsent, attempt: try machine.readAndStartRefresh(), now: 101))
        #expect(machine.process(.tokenRequested(.by(2, "a", now: 102))) == [.readStore])
        let effects = machine.process(.failed(Self.unsent, attempt: try machine.readAndStartRefresh(), now: 102))
        #expect(effects == [.resumeWaiter(2, .failure(Self.unsent))])
    }

    /// Returns a machine whose session `a` could not be refreshed at the time 100.
    private func machine(failingWith error: AuthError) throws -> SessionStateMachine {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        _ = machine.process(.failed(error, attempt: attempt, now: 100))
        return machine
    }
}

extension SessionStateMachine.Event {
    /// Returns the event that the refresh of session `a` fails.
    fileprivate static func failed(_ error: AuthError, attempt: Int, now: TimeInterval) -> Self {
        .refreshCompleted(session: "a", attempt: attempt, .failed(error), now: .at(now))
    }
}
