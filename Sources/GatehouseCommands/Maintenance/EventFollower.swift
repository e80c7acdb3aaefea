import Foundation
import GatehouseStore

/// The events that `--follow` has printed.
///
/// Positions are assigned before commits, so an event can appear behind others: those of the last 90 seconds are read
/// again, and each is printed once.
struct EventFollower: Sendable {
    /// The time for which a transaction can still commit an event at an earlier position; longer than the time limit
    /// of a statement that writes, a minute.
    static let settling: Duration = .seconds(90)

    let filter: AuditFilter
    /// The time before the first event that is read.
    let start: Date
    /// The time before which all events are settled when the command starts.
    let settledAt: Date
    /// The position up to which all events are printed and settled; `nil` before the first poll.
    private(set) var position: Int64?
    /// The later events that were printed or skipped, by position, which a promoted standby may assign again.
    private var seen: [Int64: AuditEvent.ID] = [:]
    private var ends: [(position: Int64, at: Duration)] = []
    /// Whether events are skipped, because they were written before the command started.
    private var skips: Bool

    init(filter: AuditFilter, startedAt now: Date) {
        let margin = Self.settling / .seconds(1)
        self.filter = filter
        settledAt = now.addingTimeInterval(-margin)
        start = min(filter.since ?? now, now).addingTimeInterval(-margin)
        skips = filter.since == nil
    }

    /// Returns whether an event is to be printed.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - settled: The position up to which no event is read again.
    /// - Returns: Whether it is.
    mutating func isNew(_ event: PositionedEvent, settled: Int64) -> Bool {
        guard event.position > settled else { return !skips }
        return seen.updateValue(event.event.id, forKey: event.position) != event.event.id && !skips
    }

    /// Records a poll that has read all events.
    ///
    /// Forgets positions beyond the end: a promoted standby that lacks their events assigns them again.
    ///
    /// - Parameters:
    ///   - settled: The position up to which no event is read again.
    ///   - end: The last position when the poll began.
    ///   - uptime: The time since an arbitrary point, from a monotonic clock.
    mutating func finishPoll(settled: Int64, end: Int64, at uptime: Duration) {
        skips = false
        ends.removeAll { $0.position > end }
        ends.append((end, uptime))
        var position = min(settled, end)
        if let index = ends.lastIndex(where: { uptime - $0.at >= Self.settling }) {
            position = max(position, ends[index].position)
            ends.removeFirst(index + 1)
            seen = seen.filter { $0.key > position }
        }
        self.position = position
    }
}

extension EventFollower {
    /// The number of events that are read at a time.
    private static let pageSize = 500

    /// Calls a closure for each event that was not printed yet, oldest first.
    ///
    /// - Parameters:
    ///   - log: The audit log.
    ///   - uptime: The time since an arbitrary point, from a monotonic clock.
    ///   - body: The closure.
    /// - Throws: ``StoreError``, or an error of the closure.
    mutating func poll(
        _ log: any AuditReader,
        at uptime: Duration,
        _ body: (AuditEvent) throws -> Void
    ) async throws {
        // Before the events: the end must not be beyond those that are read.
        let end = try await log.eventPosition(before: nil)
        var position: Int64
        let settled: Int64
        if let last = self.position {
            (position, settled) = (last, last)
        } else {
            position = try await log.eventPosition(before: start)
            settled = try await log.eventPosition(before: settledAt)
        }
        while true {
            let page = try await log.events(matching: filter, after: position, limit: Self.pageSize)
            for event in page where isNew(event, settled: settled) { try body(event.event) }
            guard page.count == Self.pageSize, let last = page.last else { break }
            position = last.position
        }
        finishPoll(settled: settled, end: end, at: uptime)
    }
}

/// The environment of a command that follows the log.
struct EventFollowing: Sendable {
    /// The longest pause before the log is read again.
    static let longestPause: Duration = .seconds(30)

    /// The time since an arbitrary point, from a monotonic clock.
    let uptime: @Sendable () -> Duration
    /// Waits for a duration; throws when the command is to end.
    let wait: @Sendable (Duration) async throws -> Void
    /// Reports a failure that the command survives.
    let warn: @Sendable (String) -> Void
}

extension EventFollower {
    /// Calls a closure for each new event until the wait throws.
    ///
    /// Survives the loss of the database, as in a failover, once it has read the log.
    ///
    /// - Parameters:
    ///   - log: The audit log.
    ///   - following: The environment.
    ///   - body: The closure.
    /// - Throws: ``StoreError``, or an error of the closure.
    mutating func follow(
        _ log: any AuditReader,
        in following: EventFollowing,
        _ body: (AuditEvent) throws -> Void
    ) async throws {
        var pause = Duration.seconds(1)
        while true {
            do {
                try await poll(log, at: following.uptime(), body)
                pause = .seconds(1)
            } catch StoreError.unavailable(let reason) where position != nil {
                pause = min(pause * 2, EventFollowing.longestPause)
                following.warn("\(reason) Trying again in \(pause.components.seconds) seconds.")
            }
            do { try await following.wait(pause) } catch { return }
        }
    }
}
