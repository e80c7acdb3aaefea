package import Foundation
import GatehouseConcurrency
package import GatehouseStore
package import GatehouseWire
import HTTPTypes

/// Rejects excessive requests before any work is done.
///
/// Counts in memory; servers that share a store exchange counts (``RateLimitSynchronizer``). Limits that must be exact
/// (password and code attempts, emails) are counted in the store by ``AttemptLimiter``.
package final class RateLimiter: Sendable {
    /// The subject of a count.
    package enum Subject: Hashable, Sendable {
        case address(String)
        /// An authenticated client that an operator vouches for: only it can use up its limit.
        case client(Client.ID)
        /// A public client, or one that registered itself, at one network address.
        ///
        /// Client identifiers are public, so requests of a public client count per address: a forger must not exhaust
        /// the limit of all users of the app.
        case publicClient(Client.ID, address: String?)
        /// Attempts to prove a client secret from an address that has used up its limit.
        case secrets(address: String)
    }

    private let addresses: RateWindowTable
    // Separate from the addresses, so that a flood of addresses does not evict clients.
    private let clients: RateWindowTable

    /// Creates a limiter that holds at most `capacity` addresses and as many clients; the oldest windows are evicted.
    ///
    /// If it `isShared`, ``unpublishedCounts(at:limit:)`` must be polled.
    package init(limits: RateLimits, capacity: Int = 65_536, isShared: Bool = false) {
        addresses = RateWindowTable(limits.requestsPerAddress, capacity: capacity, isShared: isShared)
        clients = RateWindowTable(limits.requestsPerClient, capacity: capacity, isShared: isShared)
    }

    /// Counts one request.
    ///
    /// - Throws: `temporarily_unavailable` with status 429 and the seconds to wait if the limit is exhausted.
    package func count(_ subject: Subject, at now: Date) throws(OAuthError) {
        if let wait = windows(of: subject).count(subject, at: now) {
            throw OAuthError(
                .temporarilyUnavailable,
                "Too many requests. Try again later.",
                status: .tooManyRequests,
                retryAfter: .seconds(max(1, wait.rounded(.up)))
            )
        }
    }

    /// Undoes the count of one request.
    package func undoCount(_ subject: Subject, at now: Date) {
        windows(of: subject).undoCount(subject, at: now)
    }

    /// Removes windows that have ended.
    package func prune(at now: Date) {
        addresses.prune(at: now)
        clients.prune(at: now)
    }

    /// The number of windows.
    package var size: Int { addresses.size + clients.size }

    /// Returns the counts to publish to other servers, of at most `limit` addresses and `limit` clients.
    package func unpublishedCounts(at now: Date, limit: Int) -> [UnpublishedCount] {
        addresses.unpublishedCounts(at: now, limit: limit) + clients.unpublishedCounts(at: now, limit: limit)
    }

    /// Merges the total count of a window over all servers, and the window's end.
    package func merge(_ total: Int, until end: Date, of shared: UnpublishedCount, at now: Date) {
        windows(of: shared.subject).merge(total, until: end, of: shared, at: now)
    }

    private func windows(of subject: Subject) -> RateWindowTable {
        switch subject {
        case .address, .secrets: addresses
        case .client, .publicClient: clients
        }
    }
}

/// A table of counting windows for one limit.
final class RateWindowTable: Sendable {
    typealias Subject = RateLimiter.Subject

    private struct Window {
        /// The total count known to this server.
        var count = 0
        /// The part of the count that is not yet published to the store.
        var unpublishedCounts = 0
        var end: Date
    }

    private struct State {
        var windows: [Subject: Window] = [:]
        /// Subjects with counts to publish.
        var unpublishedCounts: Set<Subject> = []
    }

    private let rate: RateLimits.Rate
    private let capacity: Int
    private let isShared: Bool
    private let state = Mutex(State())

    /// The divisor of a limit that gives the count above which a server publishes: most callers stay below it and cost
    /// nothing.
    private static let publishingThresholdDivisor = 16
    /// The accepted difference, in seconds, between the clocks of two servers.
    private static let clockTolerance: TimeInterval = 5

    init(_ rate: RateLimits.Rate, capacity: Int, isShared: Bool) {
        self.rate = rate
        self.capacity = capacity
        self.isShared = isShared
    }

    /// The number of windows.
    var size: Int { state.withLock { $0.windows.count } }

    /// Counts one request.
    ///
    /// - Returns: The time to wait, or `nil` for a request within the rate.
    func count(_ subject: Subject, at now: Date) -> TimeInterval? {
        guard rate.count > 0 else { return nil }
        return state.withLock { state in
            let open = state.windows[subject].flatMap { $0.end > now ? $0 : nil }
            if open == nil, state.windows.count >= capacity { evictWindows(in: &state.windows, at: now) }
            var window = open ?? Window(end: now.addingTimeInterval(rate.window))
            window.count += 1
            window.unpublishedCounts += 1
            state.windows[subject] = window
            if isShared, window.count > max(rate.count / Self.publishingThresholdDivisor, 1) {
                state.unpublishedCounts.insert(subject)
            }
            return window.count > rate.count ? window.end.timeIntervalSince(now) : nil
        }
    }

    /// Undoes the count of one request, unless its window has ended.
    func undoCount(_ subject: Subject, at now: Date) {
        state.withLock { state in
            guard var window = state.windows[subject], window.end > now, window.count > 0 else { return }
            window.count -= 1
            // Negative if the request was published already; then the next request is not published.
            window.unpublishedCounts -= 1
            state.windows[subject] = window
        }
    }

    /// Removes windows that have ended.
    func prune(at now: Date) {
        state.withLock { Self.prune(&$0.windows, at: now) }
    }

    /// Returns the counts to publish and the ends of their windows, largest counts first.
    func unpublishedCounts(at now: Date, limit: Int) -> [UnpublishedCount] {
        let counts = state.withLock { state in
            let counts = state.unpublishedCounts.compactMap { subject -> UnpublishedCount? in
                guard let window = state.windows[subject], hasUnpublishedCounts(window, at: now) else { return nil }
                return UnpublishedCount(subject: subject, count: window.unpublishedCounts, end: window.end)
            }
            state.unpublishedCounts = Set(counts.map(\.subject))
            return counts
        }
        return counts.count <= limit ? counts : Array(counts.sorted { $0.count > $1.count }.prefix(limit))
    }

    /// Returns whether a window has unpublished counts; an exhausted limit is published only once.
    private func hasUnpublishedCounts(_ window: Window, at now: Date) -> Bool {
        window.end > now && window.unpublishedCounts > 0 && window.count - window.unpublishedCounts <= rate.count
    }

    /// Merges the total count of a window over all servers, and the window's end.
    ///
    /// Ignores the total of a window that ends later than any window that starts now could: a server whose clock is
    /// ahead began it.
    func merge(_ total: Int, until end: Date, of shared: UnpublishedCount, at now: Date) {
        state.withLock { state in
            guard var window = state.windows[shared.subject], window.end == shared.end else { return }
            window.unpublishedCounts -= shared.count
            if end <= now.addingTimeInterval(rate.window + Self.clockTolerance) {
                window.count = total + window.unpublishedCounts
                window.end = end
            }
            state.windows[shared.subject] = window
        }
    }

    /// Evicts the eighth of the windows that end first, so that a flood does not cost a search per request.
    private func evictWindows(in windows: inout [Subject: Window], at now: Date) {
        Self.prune(&windows, at: now)
        guard windows.count >= capacity else { return }
        let oldest = windows.sorted { $0.value.end < $1.value.end }.prefix(max(1, capacity / 8))
        for (subject, _) in oldest { windows[subject] = nil }
    }

    private static func prune(_ windows: inout [Subject: Window], at now: Date) {
        windows = windows.filter { $0.value.end > now }
    }
}

/// The number of requests of a subject, within a window, that other servers do not know of.
package struct UnpublishedCount: Sendable, Equatable {
    package let subject: RateLimiter.Subject
    package let count: Int
    package let end: Date
}
