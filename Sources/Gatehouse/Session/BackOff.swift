import Foundation

/// When a refresh that failed may be tried again.
///
/// The pauses double from one second to ten minutes, each a quarter longer or shorter by chance, so that devices which
/// lost a server together do not come back together. A whole day offline costs about 150 requests.
struct BackOff: Sendable, Hashable {
    private static let longest: TimeInterval = 10 * 60

    /// How often it has failed in a row.
    private(set) var failures = 0
    /// Not before then; the first failure may be repeated at once by whoever asks.
    private(set) var until: Date
    /// When it is tried again though nobody asks.
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
