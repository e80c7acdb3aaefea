import GatehouseConcurrency

/// A tracker of the database server of a store: all connections must reach the same server, in the same or a later
/// state.
///
/// A new connection may reach another server: an old primary that still runs, a standby that lacks the last commits, or
/// a database restored from a backup. Each would make valid tokens look invalid.
final class PrimaryTracker: Sendable {
    private struct State {
        var system: String?
        var timeline: String?
        var checks = 0
    }

    private let state = Mutex(State())

    /// The minimum count of health checks for ``admit(_:after:)``; read it before the query.
    var checks: Int { state.withLock { $0.checks } }

    /// Records the count of health checks.
    func record(checks: Int) {
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
    ///   - checks: The count of health checks that was known before the query.
    /// - Throws: ``PostgresConnectionError/refused(_:)`` for another server, or one that lacks earlier commits.
    func admit(_ primary: Primary, after checks: Int) throws(PostgresConnectionError) {
        try state.withLock { state throws(PostgresConnectionError) in
            if let system = state.system, system != primary.system {
                throw .refused(
                    "The database server has changed since the start. If this is intended, restart this server."
                )
            }
            if let timeline = state.timeline, let found = primary.timeline, found < timeline {
                throw .refused(
                    "The database server has been replaced by another one. Stop it, or remove it from the URL."
                )
            }
            guard primary.checks >= checks else {
                throw .refused(
                    "The database has lost commits. Restore them; or, if it was reset intentionally, restart this server."
                )
            }
            state.system = primary.system
            state.timeline = primary.timeline ?? state.timeline
            state.checks = max(state.checks, primary.checks)
        }
    }
}

/// The database server that a connection has reached.
struct Primary: Sendable, Equatable {
    /// The system identifier, which standbys share; `nil` if the server does not report it.
    let system: String?
    /// The timeline in hexadecimal digits; `nil` if the server does not report it.
    ///
    /// A promoted standby begins the next timeline.
    let timeline: String?
    /// The count of health checks, which only decreases if the database is reset.
    let checks: Int
}

extension PostgresConnection {
    /// Reads the identity of the database server.
    ///
    /// Blocks.
    func primary() throws(PostgresConnectionError) -> Primary {
        // Other databases with PostgreSQL's protocol lack these functions.
        let words = try firstValue(of: Self.identity)?.split(separator: " ") ?? []
        return Primary(
            system: words.first.map(String.init),
            timeline: words.last.map(String.init),
            checks: try firstValue(of: "SELECT max(checks) FROM health").flatMap { Int($0) } ?? 0
        )
    }

    /// Returns the first value of a query; `nil` if the server does not support it.
    private func firstValue(of sql: String) throws(PostgresConnectionError) -> String? {
        do throws(PostgresConnectionError) { return try execute(sql) } catch .failed { return nil }
    }

    private static let identity = """
        SELECT system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) FROM pg_control_system()
        """
}
