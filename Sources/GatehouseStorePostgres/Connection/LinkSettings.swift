import CLibPQ
import Foundation
import GatehouseStore
import GatehouseWire

/// How connections are made and set up; what the URL says goes before what is said here.
struct LinkSettings {
    private let url: Secret

    init(_ url: Secret) {
        self.url = url
    }

    /// What libpq is told unless the URL says otherwise: a server that is gone without a word is noticed within half a minute, and of
    /// several hosts the one that can be written to is taken.
    private static let defaults: KeyValuePairs<String, String> = [
        "connect_timeout": "3",
        "keepalives_idle": "10",
        "keepalives_interval": "5",
        "keepalives_count": "3",
        "tcp_user_timeout": "20000",
        "target_session_attrs": "read-write",
    ]

    /// What holds whatever the URL says.
    private static let fixed: KeyValuePairs<String, String> = [
        "application_name": "gatehouse", "client_encoding": "UTF8",
    ]

    /// What each session is set up with: a commit is durable when it is answered, and nothing waits for ever.
    ///
    /// Every statement goes by an index. PostgreSQL plans a prepared one once, and for a table that was vacuumed while it was empty it
    /// would plan to read all of it, and go on so when the table has grown. Where there is no index, a plan counts as so costly for that that it would be
    /// compiled to machine code first, which takes a hundred times as long as any statement here.
    static func session(_ patience: Patience) -> String {
        """
        SELECT set_config('jit', 'off', false) FROM pg_settings WHERE name = 'jit';
        SET synchronous_commit = on;
        SET enable_seqscan = off;
        SET default_transaction_isolation = 'read committed';
        SET statement_timeout = \(patience.statement);
        SET lock_timeout = \(patience.lock);
        SET idle_in_transaction_session_timeout = 5000
        """
    }

    /// A connection, made or failed; `nil` when there is no memory for one.
    ///
    /// Blocks.
    func connect() -> OpaquePointer? {
        unsafe withParameters { unsafe PQconnectdbParams($0, $1, 1) }
    }

    /// The code with which the server refuses a connection; `nil` when it gives none.
    ///
    /// Asks the server once more, because libpq tells of a connection that was not made only what the server said, in whatever language; but
    /// it can be told to leave everything but the code out. Blocks.
    func refusal() -> SQLState? {
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

    /// The settings as libpq takes them; the database's name may be a URL, which is taken apart.
    private func withParameters(
        _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> OpaquePointer?
    ) -> OpaquePointer? {
        let settings = Array(Self.defaults) + [("dbname", url.reveal())] + Array(Self.fixed)
        let keywords = unsafe settings.map { unsafe UnsafePointer(strdup($0.0)) } + [nil]
        let values = unsafe settings.map { unsafe UnsafePointer(strdup($0.1)) } + [nil]
        defer { unsafe (keywords + values).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
        return unsafe body(keywords, values)
    }
}
