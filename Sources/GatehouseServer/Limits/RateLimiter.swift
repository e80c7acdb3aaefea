package import Foundation
package import GatehouseWire
import HTTPTypes
import Synchronization

/// Turns callers away that ask too often, before any work is done for them.
///
/// Counts in this process's memory.
///
/// What must hold across nodes (tries at passwords and codes, mails) is counted in the store instead: see ``FailureCounters``.
package final class RateLimiter: Sendable {
    /// Who is counted.
    package enum Subject: Hashable, Sendable {
        case address(String)
        case client(String)
    }

    private struct Window {
        var count: Int
        var end: Date
    }

    /// More subjects than this are never remembered; the oldest windows go first.
    private static let capacity = 65_536

    private let limits: Limits
    private let windows = Mutex<[Subject: Window]>([:])

    package init(limits: Limits) {
        self.limits = limits
    }

    /// Counts one request.
    ///
    /// - Throws: `temporarily_unavailable` with status 429 and the seconds to wait, when the subject has used up its window.
    package func count(_ subject: Subject, at now: Date) throws(OAuthError) {
        let rate =
            switch subject {
            case .address: limits.requestsPerAddress
            case .client: limits.requestsPerClient
            }
        guard rate.count > 0 else { return }
        let wait = windows.withLock { windows -> TimeInterval? in
            if windows.count >= Self.capacity { windows = windows.filter { $0.value.end > now } }
            if windows.count >= Self.capacity { windows.removeAll() }
            var window = windows[subject] ?? Window(count: 0, end: now.addingTimeInterval(rate.window))
            if window.end <= now { window = Window(count: 0, end: now.addingTimeInterval(rate.window)) }
            window.count += 1
            windows[subject] = window
            return window.count > rate.count ? window.end.timeIntervalSince(now) : nil
        }
        if let wait {
            throw OAuthError(
                .temporarilyUnavailable,
                "Too many requests. Wait and try again.",
                status: .tooManyRequests,
                retryAfter: .seconds(max(1, wait.rounded(.up)))
            )
        }
    }
}
