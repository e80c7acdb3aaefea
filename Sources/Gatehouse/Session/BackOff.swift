import Foundation

/// When a refresh that failed may be tried again.
///
/// The pauses double from one second to ten minutes, each a quarter longer or shorter by chance, so that devices which
/// lost a server together do not come back together. A whole day offline costs about 150 requests.
///
/// A caller waits for the end of the pause only where the server may have been asked. A request that never left the
/// device has cost the server nothing, so a caller may try again after a second, and succeeds at once when the network
/// is back.
struct BackOff: Sendable, Hashable {
    private static let longest: TimeInterval = 10 * 60
    /// How long callers get the same failure of a request that never left the device.
    private static let pauseAfterUnsentRequest: TimeInterval = 1

    /// How often it has failed in a row.
    private(set) var failures = 0
    /// When callers may try again; after the first failure that is at once.
    private(set) var until: Date
    /// When the automatic retry is due.
    private(set) var retryAt: Date
    /// What failed.
    private(set) var error: AuthError

    /// The pause after another failure.
    ///
    /// - Parameters:
    ///   - previous: The pause before it; `nil` for the first failure.
    ///   - error: What failed; a pause that the server asked for is kept.
    ///   - now: When, by the server's clock.
    ///   - chance: From 0 to 1.
    init(after previous: BackOff?, _ error: AuthError, at now: Date, chance: Double) {
        failures = (previous?.failures ?? 0) + 1
        self.error = error
        let doubled = pow(2, Double(min(failures - 1, 16)))
        let pause = min(doubled, Self.longest) * (0.75 + chance / 2)
        var wish: TimeInterval = 0
        if case .retry(after: let duration?) = error.recovery { wish = duration.timeInterval }
        retryAt = now.addingTimeInterval(max(pause, wish))
        until = failures == 1 ? now.addingTimeInterval(wish) : retryAt
        if error.canBeRetriedEarly { until = min(until, now.addingTimeInterval(Self.pauseAfterUnsentRequest)) }
    }

    /// Records the failure of a caller's early attempt, which leaves the schedule as it is.
    ///
    /// - Returns: Whether it was an early attempt; `false` when the pause is over and the next one has to be chosen.
    mutating func noteEarlyTry(_ error: AuthError, at now: Date) -> Bool {
        let rest = retryAt.timeIntervalSince(now)
        guard self.error.canBeRetriedEarly, error.canBeRetriedEarly, rest > 0, rest <= Self.longest * 1.25 else {
            return false
        }
        self.error = error
        until = min(retryAt, now.addingTimeInterval(Self.pauseAfterUnsentRequest))
        return true
    }

    /// Ends the pause, so that the scheduled retry is due.
    mutating func end(at now: Date) {
        retryAt = min(retryAt, now)
        until = min(until, now)
    }

    /// The failure again, for somebody who asks too early; `nil` when it is time.
    func refusal(at now: Date) -> AuthError? {
        let rest = until.timeIntervalSince(now)
        // A longer pause than there can be is the doing of a clock that was set right meanwhile.
        guard rest > 0, rest <= TimeInterval(AuthError.longestRetryAfter) else { return nil }
        var error = error
        // What the server will not have needs another remedy than time.
        if error.isTransient { error.recovery = .retry(after: .milliseconds(Int64((rest * 1000).rounded(.up)))) }
        return error
    }
}

extension AuthError {
    /// Whether an early retry costs the server nothing; an untrusted certificate is not retried early.
    fileprivate var canBeRetriedEarly: Bool {
        wasNeverSent && code == .network && recovery == .retry(after: nil)
    }
}
