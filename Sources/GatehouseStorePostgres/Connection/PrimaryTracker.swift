import Synchronization

/// A tracker of the database server that a store works with: all its connections have to reach the same server, in the
/// same state or a later one.
///
/// A new connection may reach another server: an old primary that still runs, a standby that lacks the last commits, or
/// a database that was restored from a backup. Each would make valid tokens look invalid.
final class PrimaryTracker: Sendable {
    private struct State {
        var system: String?
        var timeline: String?
        var checks = 0
    }

    private let state = Mutex(State())

    /// The least count of health checks that ``admit(_:after:)`` requires; to be read before the server is asked.
    var checks: Int { state.withLock { $0.checks } }

    /// Records the count of health checks.
    func note(checks: Int) {
        state.withLock { $0.checks = max($0.checks, checks) }
    }

    /// Returns whether a connection to this server may still be used.
    func isCurrent(_ primary: Primary) -> Bool {
        state.withLock { primary.timeline == nil || $0.timeline == primary.timeline }
    }

    /// Admits the known server or its successor.
    ///
    /// - Parameters:
    ///   - primary: The server of a new connection.
    ///   - checks: The known count of health checks before the server was asked.
    /// - Throws: ``LinkError/refused(_:)`` for another server, or one that lacks earlier commits.
    func admit(_ primary: Primary, after checks: Int) throws(LinkError) {
        try state.withLock { state throws(LinkError) in
            if let system = state.system, system != primary.system {
                throw .refused(
                    "The database server is another one than at the start. If that is meant, start this server again."
                )
            }
            if let timeline = state.timeline, let found = primary.timeline, found < timeline {
                throw .refused(
                    "The database server is one that another has replaced. Stop it, or take it out of the URL."
                )
            }
            guard primary.checks >= checks else {
                throw .refused(
                    "The database lacks commits that it had before. Put them back; or, if it was set back on purpose, start this server again."
                )
            }
            state.system = primary.system
            state.timeline = primary.timeline ?? state.timeline
            state.checks = max(state.checks, primary.checks)
        }
    }
}
