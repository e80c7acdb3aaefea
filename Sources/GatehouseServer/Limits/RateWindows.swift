import Foundation
import Synchronization

/// What has been asked by whom within their windows, for one limit.
final class RateWindows: Sendable {
    typealias Subject = RateLimiter.Subject

    private struct Window {
        /// As far as this server knows.
        var count = 0
        /// How much of it the store has not been told.
        var unshared = 0
        var end: Date
    }

    private struct State {
        var windows: [Subject: Window] = [:]
        /// Those of whom the store is to hear.
        var unshared: Set<Subject> = []
    }

    private let rate: Limits.Rate
    private let capacity: Int
    private let isShared: Bool
    private let state = Mutex(State())

    /// Such a part of a limit has to be used up at this server before others hear of it: most callers never come that far, and so
    /// cost nothing.
    private static let quiet = 16
    /// Seconds that the clocks of two servers may differ by.
    private static let clockTolerance: TimeInterval = 5

    init(_ rate: Limits.Rate, capacity: Int, isShared: Bool) {
        self.rate = rate
        self.capacity = capacity
        self.isShared = isShared
    }

    /// How many windows are remembered.
    var size: Int { state.withLock { $0.windows.count } }

    /// Counts one request.
    ///
    /// - Returns: How long to wait; `nil` for a request within the rate.
    func count(_ subject: Subject, at now: Date) -> TimeInterval? {
        guard rate.count > 0 else { return nil }
        return state.withLock { state in
            let open = state.windows[subject].flatMap { $0.end > now ? $0 : nil }
            if open == nil, state.windows.count >= capacity { makeRoom(in: &state.windows, at: now) }
            var window = open ?? Window(end: now.addingTimeInterval(rate.window))
            window.count += 1
            window.unshared += 1
            state.windows[subject] = window
            if isShared, window.count > max(rate.count / Self.quiet, 1) { state.unshared.insert(subject) }
            return window.count > rate.count ? window.end.timeIntervalSince(now) : nil
        }
    }

    /// Takes back one counted request, unless its window has ended.
    func takeBack(_ subject: Subject, at now: Date) {
        state.withLock { state in
            guard var window = state.windows[subject], window.end > now, window.count > 0 else { return }
            window.count -= 1
            // Below zero if the request was already reported to the store: then the next one is not reported.
            window.unshared -= 1
            state.windows[subject] = window
        }
    }

    /// Forgets windows that have ended.
    func prune(at now: Date) {
        state.withLock { Self.prune(&$0.windows, at: now) }
    }

    /// What the store is to be told: how much more each has asked for, and when their windows end; those who asked for most come first.
    func unshared(at now: Date, limit: Int) -> [UnsharedCount] {
        let counts = state.withLock { state in
            let counts = state.unshared.compactMap { subject -> UnsharedCount? in
                guard let window = state.windows[subject], isNews(window, at: now) else { return nil }
                return UnsharedCount(subject: subject, count: window.unshared, end: window.end)
            }
            state.unshared = Set(counts.map(\.subject))
            return counts
        }
        return counts.count <= limit ? counts : Array(counts.sorted { $0.count > $1.count }.prefix(limit))
    }

    /// Whether there is something to tell: that a limit is used up needs no telling twice.
    private func isNews(_ window: Window, at now: Date) -> Bool {
        window.end > now && window.unshared > 0 && window.count - window.unshared <= rate.count
    }

    /// Takes in what all servers have counted together, and until when.
    ///
    /// A window that ends later than any can that begins now was begun by a server whose clock is ahead. It would not end here in time, so what was
    /// counted in it is passed over.
    func learn(_ total: Int, until end: Date, of shared: UnsharedCount, at now: Date) {
        state.withLock { state in
            guard var window = state.windows[shared.subject], window.end == shared.end else { return }
            window.unshared -= shared.count
            if end <= now.addingTimeInterval(rate.window + Self.clockTolerance) {
                window.count = total + window.unshared
                window.end = end
            }
            state.windows[shared.subject] = window
        }
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
