import Synchronization

/// Which database server a store works with: all its connections have to lead to the same one, in the same state or a
/// later one.
///
/// A connection that is made anew may lead to another server: an old primary that still runs, a copy that lacks the
/// last commits, or a database that was put back from a backup. Each would call valid tokens invalid.
final class PrimaryWitness: Sendable {
    private struct State {
        var system: String?
        var timeline: String?
        var checks = 0
    }

    private let state = Mutex(State())

    /// The least that a server has to have been checked, as ``admit(_:after:)`` needs it: to be taken before the server
    /// is asked.
    var checks: Int { state.withLock { $0.checks } }

    /// Notes how often the database has been checked.
    func note(checks: Int) {
        state.withLock { $0.checks = max($0.checks, checks) }
    }

    /// Whether a connection that led to this server may still be used.
    func isCurrent(_ primary: Primary) -> Bool {
        state.withLock { $0.timeline == primary.timeline }
    }

    /// Takes a server that is the one known so far, or its successor.
    ///
    /// - Parameters:
    ///   - primary: What a new connection leads to.
    ///   - checks: What was known before it was asked.
    /// - Throws: ``LinkError/refused(_:)`` when it is another one, or lacks what was committed before.
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
            state.timeline = primary.timeline
            state.checks = max(state.checks, primary.checks)
        }
    }
}
