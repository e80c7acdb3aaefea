package import Foundation
package import GatehouseStore
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
        /// A client that has authenticated: only it can use up its share.
        case client(Client.ID)
        /// A public client at one address.
        ///
        /// Anybody can name a public client, so what is asked in its name from one address counts for that address alone: a
        /// stranger would otherwise shut all of the app's people out.
        case publicClient(Client.ID, address: String?)
    }

    private struct Window {
        var count = 0
        let end: Date
    }

    private let limits: Limits
    private let capacity: Int
    private let addresses = Mutex<[Subject: Window]>([:])
    // Apart from the addresses, so that a flood of those does not push clients out.
    private let clients = Mutex<[Subject: Window]>([:])

    /// No more than `capacity` addresses, and as many clients, are ever remembered; the oldest windows go first.
    package init(limits: Limits, capacity: Int = 65_536) {
        self.limits = limits
        self.capacity = capacity
    }

    /// Counts one request.
    ///
    /// - Throws: `temporarily_unavailable` with status 429 and the seconds to wait, when the subject has used up its window.
    package func count(_ subject: Subject, at now: Date) throws(OAuthError) {
        let wait =
            switch subject {
            case .address:
                addresses.withLock { count(subject, limits.requestsPerAddress, in: &$0, at: now) }
            case .client, .publicClient:
                clients.withLock { count(subject, limits.requestsPerClient, in: &$0, at: now) }
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

    /// Forgets windows that have ended.
    package func prune(at now: Date) {
        addresses.withLock { Self.prune(&$0, at: now) }
        clients.withLock { Self.prune(&$0, at: now) }
    }

    /// How many windows are remembered.
    package var size: Int { addresses.withLock { $0.count } + clients.withLock { $0.count } }

    /// - Returns: How long to wait; `nil` for a request within the rate.
    private func count(
        _ subject: Subject,
        _ rate: Limits.Rate,
        in windows: inout [Subject: Window],
        at now: Date
    ) -> TimeInterval? {
        guard rate.count > 0 else { return nil }
        let open = windows[subject].flatMap { $0.end > now ? $0 : nil }
        if open == nil, windows.count >= capacity { makeRoom(in: &windows, at: now) }
        var window = open ?? Window(end: now.addingTimeInterval(rate.window))
        window.count += 1
        windows[subject] = window
        return window.count > rate.count ? window.end.timeIntervalSince(now) : nil
    }

    /// Forgets the windows that end first, an eighth at once, so that a flood does not cost a search per request.
    private func makeRoom(in windows: inout [Subject: Window], at now: Date) {
        Self.prune(&windows, at: now)
        guard windows.count >= capacity else { return }
        let oldest = windows.sorted { $0.value.end < $1.value.end }.prefix(max(1, capacity / 8))
        for (subject, _) in oldest { windows[subject] = nil }
    }

    private static func prune(_ windows: inout [Subject: Window], at now: Date) {
        windows = windows.filter { $0.value.end > now }
    }
}
