import GatehouseConcurrency
import GatehouseStore

/// A tracker of the database server of a store: all connections must reach the same server, in the same or a later
/// state.
///
/// A new connection may reach another server: an old primary that still runs, a standby that lacks the last commits, or
/// a database restored from a backup. Each would make valid tokens look invalid.
///
/// A connection is checked once. It belongs to one run of a server, which does not change its timeline after it has
/// accepted writes.
final class PrimaryTracker: Sendable {
    private struct State {
        var known: KnownServer
        /// Whether two servers accept writes on the newest timeline.
        var isSplit = false
        /// The last observation of each host.
        var hosts: [DatabaseHost: HostState] = [:]
    }

    private struct Recording {
        /// The server in the file, as far as this process knows.
        var known: KnownServer
        /// The reason that the file is out of date.
        var problem: String?
    }

    private let state: Mutex<State>
    private let file: DatabaseServerFile?
    private let recording: Mutex<Recording>

    /// - Parameter file: The file with the server before a restart, where changes are recorded.
    /// - Throws: ``StoreError/unavailable(_:)`` if the file is damaged.
    init(recordingIn file: DatabaseServerFile? = nil) throws(StoreError) {
        self.file = file
        let known = try file?.load() ?? KnownServer()
        state = Mutex(State(known: known))
        recording = Mutex(Recording(known: known))
    }

    /// Creates a tracker that accepts any server at first.
    init() {
        file = nil
        state = Mutex(State(known: KnownServer()))
        recording = Mutex(Recording(known: KnownServer()))
    }

    /// The minimum state for ``admit(_:after:)``; read it before the query.
    var known: KnownServer { state.withLock { $0.known } }

    /// The reason that a restart would forget the known server; `nil` if there is none.
    ///
    /// Blocks.
    var recordingProblem: String? { recording.withLock { $0.problem } }

    /// Records the count of health checks, and the position that a server has reached on a timeline.
    ///
    /// Blocks.
    func record(checks: Int, position: Int?, on timeline: String?) {
        update { state in
            state.known.checks = max(state.known.checks, checks)
            guard let position, timeline == state.known.timeline else { return }
            state.known.position = max(state.known.position ?? 0, position)
        }
    }

    /// Returns whether a connection to this server may still be used.
    func isCurrent(_ primary: Primary) -> Bool {
        state.withLock { !$0.isSplit && (primary.timeline == nil || $0.known.timeline == primary.timeline) }
    }

    /// Returns whether a host could not be reached lately.
    func isUnreachable(_ host: DatabaseHost) -> Bool {
        state.withLock { $0.hosts[host] == .unreachable }
    }

    /// Records that a host did not accept a connection, which is also the case for a standby, until the watch observes
    /// the host again.
    ///
    /// A server that the watch has seen accept writes is always compared.
    func connectionFailed(to host: DatabaseHost) {
        state.withLock { state in
            if state.hosts[host]?.primary == nil { state.hosts[host] = .unreachable }
        }
    }

    /// Records the state of a host, and compares the hosts that accept writes.
    ///
    /// Connections to an older server are then no longer current. Blocks.
    func observe(_ observed: HostState, at host: DatabaseHost) {
        update { state in
            state.hosts[host] = observed
            let candidates = state.hosts.values.compactMap(\.primary).filter { $0.system == state.known.system }
            guard let newest = candidates.compactMap(\.timeline).max(), newest >= state.known.timeline ?? "" else {
                return
            }
            state.isSplit = candidates.isSplit(on: newest)
            state.known.move(to: newest)
        }
    }

    /// Chooses the known server or its successor.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - found: The servers that accept writes; at least one.
    ///   - known: The state that was known before the query.
    /// - Returns: The index of the server to use.
    /// - Throws: ``PostgresConnectionError/refused(_:)`` for another server, one that lacks earlier commits, or two
    ///   servers on the same timeline.
    func admit(_ found: [Primary], after known: KnownServer) throws(PostgresConnectionError) -> Int {
        try update { state throws(PostgresConnectionError) in
            let system = state.known.system ?? found[0].system
            let candidates = found.filter { $0.system == system }
            guard let newest = candidates.max(by: { $0.timeline ?? "" < $1.timeline ?? "" }) else {
                throw .otherServer
            }
            if state.known.system == nil, candidates.count < found.count { throw .unrelatedServers }
            if let timeline = state.known.timeline, newest.timeline ?? timeline < timeline { throw .oldPrimary }
            state.isSplit = newest.timeline.map { candidates.isSplit(on: $0) } ?? false
            if state.isSplit { throw .split }
            try newest.check(reaches: known)
            state.known.system = newest.system
            if let timeline = newest.timeline { state.known.move(to: timeline) }
            state.known.position = newest.position.map { max($0, state.known.position ?? 0) }
            state.known.checks = max(state.known.checks, newest.checks)
            return found.firstIndex(of: newest) ?? 0
        }
    }

    /// Changes the state, and records the known server before it is used.
    private func update<Value, Failure: Error>(
        _ change: (inout State) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer { recordKnown() }
        return try state.withLock { state throws(Failure) in try change(&state) }
    }

    /// Writes the known server to the file, without holding the state, which each batch reads.
    private func recordKnown() {
        guard let file else { return }
        recording.withLock { recording in
            let known = known
            guard known != recording.known, known.system != nil else { return }
            let isSaved = file.save(known)
            if isSaved { recording.known = known }
            // The server continues without the file: only a restart forgets the server. The next change tries again.
            let problem = isSaved ? nil : file.problem
            guard problem != recording.problem else { return }
            recording.problem = problem
            file.report(problem)
        }
    }
}

extension KnownServer {
    /// Positions on two timelines cannot be compared.
    fileprivate mutating func move(to timeline: String) {
        if self.timeline != timeline { position = nil }
        self.timeline = timeline
    }
}

/// The last observation of a host in a database URL.
enum HostState: Sendable, Equatable {
    /// A server with an identity that accepts writes.
    case primary(Primary)
    /// A standby, or a server without an identity.
    case other
    case unreachable

    fileprivate var primary: Primary? {
        if case .primary(let primary) = self { primary } else { nil }
    }
}

/// The database server that a connection has reached.
struct Primary: Sendable, Hashable {
    /// The system identifier, which standbys share; `nil` if the server does not report it, or is a standby.
    let system: String?
    /// The timeline in hexadecimal digits; `nil` if the server does not report it.
    ///
    /// A promoted standby begins the next timeline.
    let timeline: String?
    /// The count of health checks, which only decreases if the database is reset.
    var checks: Int
    /// The durable position in the write-ahead log, in bytes.
    var position: Int?
    /// The start time of the server, which tells two servers with the same timeline apart.
    var instance: String?

    fileprivate func check(reaches known: KnownServer) throws(PostgresConnectionError) {
        guard checks >= known.checks else { throw .lostCommits }
        guard let position, let minimum = known.position, known.timeline == timeline else { return }
        guard position >= minimum else { throw .lostCommits }
    }
}

extension [Primary] {
    fileprivate func isSplit(on timeline: String) -> Bool {
        Set(filter { $0.timeline == timeline }.map(\.instance)).count > 1
    }
}

extension PostgresConnectionError {
    private static let advice = "If this is intended, start this server once with --accept-database-server."

    fileprivate static let otherServer = refused("This is a different database server than before. \(advice)")
    fileprivate static let oldPrimary = refused(
        "The database server is an old primary, which was replaced by another one. Stop it, or remove it from the URL. \(advice)"
    )
    fileprivate static let lostCommits = refused("The database has lost commits. Restore them. \(advice)")
    fileprivate static let split = refused(
        "Two database servers accept writes on the same timeline. Stop the one that should not have been promoted."
    )
    fileprivate static let unrelatedServers = refused("The hosts of the database URL are unrelated database servers.")
}

extension Primary {
    /// Reads the identity of the database server, and the state that it has reached.
    ///
    /// Blocks.
    static func read(over connection: PostgresConnection) throws(PostgresConnectionError) -> Primary {
        var primary = try identity(over: connection)
        do throws(PostgresConnectionError) {
            primary.checks = try connection.execute("SELECT max(checks) FROM health").flatMap { Int($0) } ?? 0
        } catch .failed(.undefinedTable) {
            // Nothing was served from a new database.
        }
        return primary
    }

    /// Reads the identity of the database server, without the count of health checks.
    ///
    /// Blocks.
    static func identity(over connection: PostgresConnection) throws(PostgresConnectionError) -> Primary {
        let identity: String?
        // Other databases with PostgreSQL's protocol lack these functions.
        do throws(PostgresConnectionError) { identity = try connection.execute(identityQuery) } catch .failed {
            identity = nil
        }
        let words = identity?.split(separator: " ").map(String.init) ?? []
        guard words.count == 4 else { return Primary(system: nil, timeline: nil, checks: 0) }
        return Primary(system: words[0], timeline: words[1], checks: 0, position: Int(words[2]), instance: words[3])
    }

    private static let identityQuery = """
        SELECT CASE WHEN NOT pg_is_in_recovery() THEN
            system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)
            || ' ' || CAST(pg_current_wal_flush_lsn() - '0/0' AS BIGINT)
            || ' ' || extract(epoch FROM pg_postmaster_start_time())
        END FROM pg_control_system()
        """
}
