import Foundation
import Synchronization

/// Remembers the new token that a service refused as it had the old one, so that not each of its refusals costs a refresh.
final class VainRenewals: Sendable {
    private static let longest: TimeInterval = 10 * 60

    private struct State {
        var token: AccessToken?
        var until = Date.distantPast
        var pause: TimeInterval = 30
    }

    private let state = Mutex(State())

    /// Whether another token may do where this one was refused.
    func mayHelp(replacing token: AccessToken, at now: Date) -> Bool {
        state.withLock { state in
            guard state.token?.value == token.value else { return true }
            let rest = state.until.timeIntervalSince(now)
            // A longer rest is the doing of a clock that was set right meanwhile.
            return rest <= 0 || rest > Self.longest
        }
    }

    /// Takes note of what became of a request with a new token.
    func note(_ token: AccessToken, wasRefused: Bool, at now: Date) {
        state.withLock { state in
            guard wasRefused else {
                state = State()
                return
            }
            state.token = token
            state.until = now.addingTimeInterval(state.pause)
            state.pause = min(state.pause * 2, Self.longest)
        }
    }
}
