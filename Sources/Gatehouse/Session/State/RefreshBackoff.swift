import Foundation

/// A schedule for retrying a failed refresh.
///
/// Delays double from one second to ten minutes, with a jitter of a quarter, so that devices which lost a server
/// together do not return together. A day offline costs about 150 requests.
///
/// Callers wait for the end of the delay only if the server may have received the request. After a request that never
/// left the device, a caller may retry after a second, and succeeds immediately when the network is back.
struct RefreshBackoff: Sendable, Hashable {
    private static let longest: TimeInterval = 10 * 60
    /// The time for which callers get the same error after a request that never left the device.
    private static let pauseAfterUnsentRequest: TimeInterval = 1

    /// The number of consecutive failures.
    private(set) var failures = 0
    /// The time from which callers may retry; immediately after the first failure.
    private(set) var until: Date
    /// The time of the automatic retry.
    private(set) var retryAt: Date
    /// The last error.
    private(set) var error: AuthError
    /// Whether the timer of the automatic retry has fired; ``retryAt`` does not tell, because the clock may go back.
    private var isDue = false

    /// Creates the schedule after another failure.
    ///
    /// - Parameters:
    ///   - previous: The schedule before it; `nil` for the first failure.
    ///   - error: The error; a delay that the server requested is respected.
    ///   - now: The time of the failure, by the server's clock.
    ///   - chance: A random number from 0 to 1 for the jitter.
    init(after previous: RefreshBackoff?, _ error: AuthError, at now: Date, chance: Double) {
        failures = (previous?.failures ?? 0) + 1
        self.error = error
        let doubled = pow(2, Double(min(failures - 1, 16)))
        let pause = min(doubled, Self.longest) * (0.75 + chance / 2)
        var requested: TimeInterval = 0
        if case .retry(after: let duration?) = error.recovery { requested = duration.timeInterval }
        retryAt = now.addingTimeInterval(max(pause, requested))
        until = failures == 1 ? now.addingTimeInterval(requested) : retryAt
        if error.canBeRetriedEarly { until = min(until, now.addingTimeInterval(Self.pauseAfterUnsentRequest)) }
    }

    /// Records the failure of a caller's early attempt, which leaves the schedule unchanged.
    ///
    /// - Returns: Whether it was an early attempt, so that the timer of the delay is still running; `false` if the
    ///   delay is over and the next one must be computed.
    mutating func recordEarlyRetry(_ error: AuthError, at now: Date) -> Bool {
        let remaining = retryAt.timeIntervalSince(now)
        guard !isDue, remaining > 0, remaining <= Self.longest * 1.25 else { return false }
        guard self.error.canBeRetriedEarly, error.canBeRetriedEarly else { return false }
        self.error = error
        until = min(retryAt, now.addingTimeInterval(Self.pauseAfterUnsentRequest))
        return true
    }

    /// Ends the delay: its timer has fired, so that the automatic retry is due.
    mutating func end(at now: Date) {
        isDue = true
        retryAt = min(retryAt, now)
        until = min(until, now)
    }

    /// Returns whether a possible return of the network ends the delay; it never ends one that the server requested.
    func endsOnReconnection(isAutomatic: Bool) -> Bool {
        error.retryAfter == nil && (!isAutomatic || error.isConnectionFailure)
    }

    /// Returns the last error for a caller during the delay; `nil` after it.
    func currentError(at now: Date) -> AuthError? {
        let remaining = until.timeIntervalSince(now)
        // A longer delay remains only if the clock was corrected since.
        guard remaining > 0, remaining <= TimeInterval(OAuthErrorDecoder.longestRetryAfter) else { return nil }
        var error = error
        // For a permanent error, waiting is no remedy.
        if error.isTransient { error.recovery = .retry(after: .milliseconds(Int64((remaining * 1000).rounded(.up)))) }
        return error
    }
}

extension AuthError {
    /// Whether an early retry costs the server nothing; an untrusted certificate is not retried early.
    fileprivate var canBeRetriedEarly: Bool {
        wasNeverSent && code == .network && recovery == .retry(after: nil)
    }
}
