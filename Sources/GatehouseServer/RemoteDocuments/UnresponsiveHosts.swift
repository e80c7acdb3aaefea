import Foundation
import GatehouseConcurrency

/// The hosts that did not respond shortly before, and are not requested for a time that doubles with each failure.
///
/// Distinguishes hosts and ports, not URLs: the owner of a host has any number of URLs. An unused port, which everyone
/// can name, does not concern the service at another port of the host.
final class UnresponsiveHosts: Sendable {
    private struct Pause {
        let start: Date
        let length: TimeInterval

        /// Returns whether the pause covers a time; a clock that was set back ends it.
        func covers(_ now: Date) -> Bool { 0..<length ~= now.timeIntervalSince(start) }
    }

    private let lengths: ClosedRange<TimeInterval>
    private let pauses: Mutex<RecentlyUsed<String, Pause>>

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - lengths: The bounds of the pause in seconds.
    ///   - capacity: The maximum number of hosts.
    init(lengths: ClosedRange<TimeInterval>, capacity: Int = 1024) {
        self.lengths = lengths
        pauses = Mutex(RecentlyUsed(capacity: capacity))
    }

    /// Returns whether the host of a URL is not to be requested at a time.
    func isPaused(_ url: RemoteURL, at now: Date) -> Bool {
        pauses.withLock { $0.value(for: url.authority)?.covers(now) ?? false }
    }

    /// Records the result of a request, `nil` for success.
    func record(_ error: RemoteDocumentError?, of url: RemoteURL, at now: Date) {
        let host = url.authority
        switch error {
        case .timedOut, .unreachable, .forbiddenAddress:
            pauses.withLock { pauses in
                let last = pauses.value(for: host)
                // Requests that were sent together fail together, and count once.
                if let last, last.covers(now) { return }
                let length = last.map { min(2 * $0.length, lengths.upperBound) } ?? lengths.lowerBound
                pauses.insert(Pause(start: now, length: length), for: host)
            }
        // Says nothing about the host.
        case .overloaded, .cancelled: break
        default: pauses.withLock { $0.remove(host) }
        }
    }
}
