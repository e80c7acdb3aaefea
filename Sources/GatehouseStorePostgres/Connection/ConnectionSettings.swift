import CLibPQ
import Foundation
import GatehouseStore
import GatehouseWire

/// The settings of connections; parameters of the URL take precedence.
struct ConnectionSettings {
    private let url: Secret
    private let host: DatabaseHost?
    private let acceptsStandby: Bool

    /// - Parameters:
    ///   - url: The database URL.
    ///   - host: One of its hosts; `nil` for all.
    ///   - acceptsStandby: Whether the server may be read-only, whatever the URL says.
    init(_ url: Secret, at host: DatabaseHost? = nil, acceptsStandby: Bool = false) {
        self.url = url
        self.host = host
        self.acceptsStandby = acceptsStandby
    }

    /// The defaults of libpq parameters: a server that becomes unreachable is noticed within half a minute, and of
    /// several hosts the writable one is used.
    private static let defaults: KeyValuePairs<String, String> = [
        "connect_timeout": "3",
        "keepalives_idle": "10",
        "keepalives_interval": "5",
        "keepalives_count": "3",
        "tcp_user_timeout": "20000",
        "target_session_attrs": "read-write",
    ]

    /// The parameters that the URL cannot override.
    private static let fixed: KeyValuePairs<String, String> = [
        "application_name": "gatehouse", "client_encoding": "UTF8",
    ]

    /// Returns the statements that configure a session: durable commits, and limited waiting.
    ///
    /// Every statement uses an index. PostgreSQL plans a prepared statement once; for a table that was vacuumed while
    /// it was empty it would choose a sequential scan, and keep it when the table has grown. Without an index, the
    /// plan's cost would then trigger JIT compilation, which takes a hundred times as long as any statement here. It
    /// would plan statements on partitioned tables at each execution, although the generic plan skips partitions, too.
    static func session(_ timeouts: StatementTimeouts) -> String {
        """
        SELECT set_config('jit', 'off', false) FROM pg_settings WHERE name = 'jit';
        SET synchronous_commit = on;
        SET enable_seqscan = off;
        SET plan_cache_mode = force_generic_plan;
        SET default_transaction_isolation = 'read committed';
        SET statement_timeout = \(timeouts.statement);
        SET lock_timeout = \(timeouts.lock);
        SET idle_in_transaction_session_timeout = 5000
        """
    }

    /// Connects, and returns the connection, established or failed; `nil` if out of memory.
    ///
    /// Blocks.
    func connect() -> OpaquePointer? {
        unsafe withParameters { unsafe PQconnectdbParams($0, $1, 1) }
    }

    /// Returns whether the server responds.
    ///
    /// Blocks.
    func ping() -> PGPing {
        unsafe withParameters { unsafe PQpingParams($0, $1, 1) }
    }

    /// Returns whether the server accepts the connection, but only for reading, which libpq rejects by itself.
    ///
    /// Blocks.
    func reachesReadOnlyServer() -> Bool {
        let any: KeyValuePairs = ["target_session_attrs": "any"]
        guard let connection = unsafe withParameters(overriding: any, { unsafe PQconnectdbParams($0, $1, 1) })
        else { return false }
        defer { unsafe PQfinish(connection) }
        // Reported by servers since version 14.
        return ["in_hot_standby", "default_transaction_read_only"].contains { name in
            guard let value = unsafe PQparameterStatus(connection, name) else { return false }
            return unsafe String(cString: value) == "on"
        }
    }

    /// Returns the code with which the server rejects a connection, or `nil` if there is none.
    ///
    /// Blocks. Connects again, because libpq reports a failed connection only with the server's localized message; the
    /// verbosity can be set so that the message consists of the code.
    func rejectionCode() -> SQLState? {
        guard let connection = unsafe withParameters({ unsafe PQconnectStartParams($0, $1, 1) }) else { return nil }
        defer { unsafe PQfinish(connection) }
        unsafe PQsetErrorVerbosity(connection, PQERRORS_SQLSTATE)
        var next = PGRES_POLLING_WRITING
        while next == PGRES_POLLING_READING || next == PGRES_POLLING_WRITING {
            let events = Int16(next == PGRES_POLLING_READING ? POLLIN : POLLOUT)
            var socket = unsafe pollfd(fd: PQsocket(connection), events: events, revents: 0)
            guard unsafe poll(&socket, 1, 3_000) == 1 else { return nil }
            next = unsafe PQconnectPoll(connection)
        }
        let words = unsafe String(cString: PQerrorMessage(connection)).split { $0.isWhitespace }
        return words.last.map { SQLState(rawValue: String($0)) }
    }

    /// Passes the settings, and others that override the URL, to libpq, which parses the URL given as the database
    /// name.
    private func withParameters<Value>(
        overriding others: KeyValuePairs<String, String> = [:],
        _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> Value
    ) -> Value {
        let settings =
            Array(Self.defaults) + [("dbname", url.reveal())] + Array(Self.fixed) + (host?.parameters ?? [])
            + (acceptsStandby ? [("target_session_attrs", "any")] : []) + Array(others)
        let keywords = unsafe settings.map { unsafe UnsafePointer(strdup($0.0)) } + [nil]
        let values = unsafe settings.map { unsafe UnsafePointer(strdup($0.1)) } + [nil]
        defer { unsafe (keywords + values).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
        return unsafe body(keywords, values)
    }
}

/// The timeouts of statements in milliseconds.
struct StatementTimeouts: Sendable {
    /// The timeout of a statement; 0 for none.
    let statement: Int
    /// The timeout of a lock.
    let lock: Int
    /// The time without any data from the server after which it is considered gone; `nil` to rely on TCP.
    ///
    /// TCP detects a lost machine or network (``ConnectionSettings``), but not a suspended server. It is longer than
    /// the timeout of statements, because the server sends nothing while one runs; a working server has cancelled the
    /// statement by then.
    let silence: Int32?

    /// The timeouts of reads, whose callers may wait twice, because a read is retried over another connection.
    ///
    /// Reads in a pipeline complete together, so the silence is as long as all of them take.
    static let reading = StatementTimeouts(statement: 10_000, lock: 3000, silence: 15_000)
    /// The timeouts of writes; deleting a client takes longer, the more sessions it has.
    ///
    /// A transaction that waits longer than this for a row is most likely in a deadlock, which PostgreSQL itself
    /// detects after a second.
    static let writing = StatementTimeouts(statement: 60_000, lock: 250, silence: 75_000)
    /// The timeouts of migrations, which set their own limits and may take long.
    static let migrating = StatementTimeouts(statement: 10_000, lock: 3000, silence: nil)
    /// The timeouts of a connection that checks for a pooler, which may have no free session.
    static let probing = StatementTimeouts(statement: 3000, lock: 3000, silence: 3000)
    /// The timeouts of a copy, which may take long but does not wait for another one.
    static let copying = StatementTimeouts(statement: 0, lock: 3000, silence: nil)
}

/// Delays and random numbers for retries.
package struct RetryTiming: Sendable {
    private let wait: @Sendable (Duration) async throws -> Void
    private let random: @Sendable () -> Double

    /// Creates the timing of retries.
    ///
    /// - Parameters:
    ///   - wait: Waits for a duration.
    ///   - random: Returns a random number in `0..<1`.
    package init(
        wait: @escaping @Sendable (Duration) async throws -> Void,
        random: @escaping @Sendable () -> Double
    ) {
        self.wait = wait
        self.random = random
    }

    /// Waits with exponential backoff and jitter, a second at most.
    func pause(afterFailure count: Int) async {
        let milliseconds = min(1000, 50 << min(count - 1, 5))
        // Only throws if the task is cancelled; the tasks of a store never are.
        try? await wait(.microseconds(Int64(Double(milliseconds) * 500 * (1 + random()))))
    }

    /// Waits a second before all hosts are compared again.
    func pauseBetweenWatches() async {
        // Throws if the task is cancelled, which its loop notices.
        try? await wait(.seconds(1))
    }

    /// Waits before a retry after a conflict with another transaction.
    func pause(beforeTry number: Int) async {
        let milliseconds = Double(min(200, 5 << min(number, 6)))
        try? await wait(.microseconds(Int64(milliseconds * 1000 * random())))
    }
}
