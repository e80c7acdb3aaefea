import CLibPQ
import Foundation
import GatehouseStore
import GatehouseWire

/// A libpq connection, used by one thread, which runs pipelines of prepared statements.
///
/// It prepares each statement at its first use, and never reconnects: a lost connection is replaced by a new one.
@safe final class PostgresConnection {
    let connection: OpaquePointer
    /// The names of prepared statements, by their text.
    private var names: [String: String] = [:]
    private let timeouts: StatementTimeouts
    private let warnings = StatementWarnings()

    /// Connects.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - url: The database URL.
    ///   - host: One of the URL's hosts; `nil` for the first one that accepts writes.
    ///   - timeouts: The timeouts of statements.
    /// - Throws: ``PostgresConnectionError/lost`` if the connection fails, ``PostgresConnectionError/refused(_:)`` if
    ///   the database is not suitable, or a pooler shares its sessions between transactions.
    convenience init(
        to url: Secret,
        at host: DatabaseHost? = nil,
        _ timeouts: StatementTimeouts
    ) throws(PostgresConnectionError) {
        let settings = ConnectionSettings(url, at: host)
        try self.init(unchecked: settings, timeouts)
        try rejectSharedSessions(of: settings)
    }

    /// Connects without checking for poolers.
    init(unchecked settings: ConnectionSettings, _ timeouts: StatementTimeouts) throws(PostgresConnectionError) {
        guard let connection = unsafe settings.connect() else { throw .lost }
        unsafe self.connection = connection
        self.timeouts = timeouts
        unsafe warnings.receive(from: connection)
        guard unsafe PQstatus(connection) == CONNECTION_OK else { throw .lost }
        guard let encoding = unsafe PQparameterStatus(connection, "server_encoding"),
            unsafe String(cString: encoding) == "UTF8"
        else { throw .refused("The encoding of the database must be UTF8. Create it with 'ENCODING UTF8'.") }
        try execute(ConnectionSettings.session(timeouts))
    }

    deinit { unsafe PQfinish(connection) }

    /// Runs statements without parameters, before the first pipeline.
    ///
    /// Blocks.
    ///
    /// - Parameter sql: The statements, separated by semicolons.
    /// - Returns: The first value of the last statement's result, as text.
    /// - Throws: ``PostgresConnectionError``; statements after the failed one are not run.
    @discardableResult
    func execute(_ sql: String) throws(PostgresConnectionError) -> String? {
        guard unsafe PQsendQuery(connection, sql) == 1 else { throw .lost }
        var value: String?
        var error: PostgresConnectionError?
        while let result = unsafe try nextResult() {
            defer { unsafe PQclear(result) }
            value = nil
            switch unsafe PQresultStatus(result) {
            case PGRES_TUPLES_OK where unsafe PQntuples(result) > 0 && PQgetisnull(result, 0, 0) == 0:
                value = unsafe String(cString: PQgetvalue(result, 0, 0))
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK: break
            default: error = unsafe error ?? failure(of: result)
            }
        }
        if let error { throw error }
        return value
    }

    /// Whether the connection is open, according to data received while it was idle.
    var isAlive: Bool {
        var timeout: Int32 = 0
        while true {
            var socket = unsafe pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&socket, 1, timeout) != 0 else { return unsafe PQstatus(connection) == CONNECTION_OK }
            guard unsafe PQconsumeInput(connection) == 1 else { return false }
            _ = unsafe PQisBusy(connection)
            // Unsolicited data mostly announces that the server will close the connection, which it then does soon.
            timeout = 100
        }
    }

    /// Sends all sections in one pipeline, and receives their results.
    ///
    /// If a statement fails, the statements after it in its section are skipped.
    ///
    /// - Parameters:
    ///   - sections: The statements; each section ends with a synchronization point.
    ///   - take: A closure that receives each statement's section, its index there and its result; the rows are only
    ///     valid during the call.
    /// - Throws: ``PostgresConnectionError/lost`` if the connection was lost; statements without a result may or may
    ///   not have been executed.
    func run(
        _ sections: [[PreparedQuery]],
        _ take: (_ section: Int, _ place: Int, StatementResult) -> Void
    ) throws(PostgresConnectionError) {
        warnings.reset()
        try enterPipelineMode()
        let prepared = try prepare(sections)
        for section in sections {
            for query in section { try send(query) }
            try synchronize()
        }
        var preparationError: SQLState?
        for text in prepared {
            try receive { result in
                guard case .failed(let state) = result else { return }
                preparationError = preparationError ?? state
                names[text] = nil
            }
        }
        if !prepared.isEmpty { try expectSynchronization() }
        for (index, section) in sections.enumerated() {
            for place in section.indices {
                try receive { result in
                    // The name is unknown because the statement could not be prepared: reports that error instead.
                    if case .failed(.invalidStatementName) = result, let preparationError {
                        take(index, place, .failed(preparationError))
                    } else {
                        take(index, place, result)
                    }
                }
            }
            try expectSynchronization()
        }
    }

    private func enterPipelineMode() throws(PostgresConnectionError) {
        guard unsafe PQpipelineStatus(connection) == PQ_PIPELINE_OFF else { return }
        // Unsent data is kept in memory, so that sending never waits for results to be read.
        guard unsafe PQsetnonblocking(connection, 1) == 0, unsafe PQenterPipelineMode(connection) == 1 else {
            throw .lost
        }
    }

    /// Sends the preparation of new statements, in a section of its own: otherwise a failure in a section would leave
    /// later statements unprepared.
    ///
    /// - Returns: The texts of the new statements.
    private func prepare(_ sections: [[PreparedQuery]]) throws(PostgresConnectionError) -> [String] {
        var prepared: [String] = []
        for query in sections.joined() where names[query.text] == nil {
            let name = StatementName(of: query).text
            let types = query.parameters.types
            guard unsafe PQsendPrepare(connection, name, query.text, Int32(types.count), types) == 1 else {
                throw .lost
            }
            names[query.text] = name
            prepared.append(query.text)
        }
        if !prepared.isEmpty { try synchronize() }
        return prepared
    }

    private func send(_ query: PreparedQuery) throws(PostgresConnectionError) {
        let parameters = query.parameters
        let formats = [Int32](repeating: 1, count: parameters.types.count)
        let isSent = unsafe parameters.bytes.withUnsafeBytes { bytes in
            var start = StatementParameters.firstByte
            let values = unsafe parameters.lengths.map { length -> UnsafePointer<CChar>? in
                guard length >= 0 else { return nil }
                defer { start += Int(length) }
                return unsafe bytes.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
            }
            return unsafe PQsendQueryPrepared(
                connection,
                names[query.text],
                Int32(values.count),
                values,
                parameters.lengths,
                formats,
                1
            )
        }
        guard isSent == 1 else { throw .lost }
    }

    private func synchronize() throws(PostgresConnectionError) {
        guard unsafe PQpipelineSync(connection) == 1 else { throw .lost }
    }
}

// MARK: - Results

extension PostgresConnection {
    private func receive(_ take: (StatementResult) -> Void) throws(PostgresConnectionError) {
        let result = unsafe try nextResult()
        defer { unsafe PQclear(result) }
        switch unsafe PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
            let done = unsafe PostgresResult(result)
            // The commit is durable here, but it may not be on the standby that it was to wait for.
            guard done.tag != "COMMIT" || !warnings.areReceived else { throw .lost }
            take(.done(done))
        case PGRES_PIPELINE_ABORTED: take(.skipped)
        default:
            guard case .failed(let state) = unsafe failure(of: result) else { throw .lost }
            take(.failed(state))
        }
        // The results of two statements are separated by a null.
        guard unsafe try nextResult() == nil else { throw .lost }
    }

    private func expectSynchronization() throws(PostgresConnectionError) {
        let result = unsafe try nextResult()
        defer { unsafe PQclear(result) }
        guard unsafe PQresultStatus(result) == PGRES_PIPELINE_SYNC else { throw .lost }
    }

    /// Returns the error of a statement without a result.
    func failure(of result: OpaquePointer?) -> PostgresConnectionError {
        guard unsafe PQstatus(connection) == CONNECTION_OK,
            let code = unsafe PQresultErrorField(result, Self.sqlStateField)
        else { return .lost }
        let state = unsafe SQLState(rawValue: String(cString: code))
        return state.endsConnection ? .lost : .failed(state)
    }

    /// `PG_DIAG_SQLSTATE`, a character constant that Swift does not import.
    private static var sqlStateField: Int32 { Int32(UInt8(ascii: "C")) }

    private func nextResult() throws(PostgresConnectionError) -> OpaquePointer? {
        while unsafe PQisBusy(connection) == 1 { try exchange() }
        return unsafe PQgetResult(connection)
    }

    /// Sends and receives pending data; blocks until either is possible.
    private func exchange() throws(PostgresConnectionError) {
        let isUnsent = unsafe PQflush(connection)
        guard isUnsent >= 0 else { throw .lost }
        // libpq may have buffered TLS data, for which the socket does not become readable: polls again soon.
        let isEncrypted = unsafe PQsslInUse(connection) == 1
        let pause: Int32 = isEncrypted ? 20 : 1000
        var silence: Int32 = 0
        while silence < timeouts.silence ?? .max {
            let events = Int16(POLLIN) | (isUnsent == 1 ? Int16(POLLOUT) : 0)
            var socket = unsafe pollfd(fd: PQsocket(connection), events: events, revents: 0)
            let count = unsafe poll(&socket, 1, pause)
            guard count >= 0 || errno == EINTR else { throw .lost }
            if timeouts.silence != nil { silence += pause }
            guard count > 0 || isEncrypted else { continue }
            guard unsafe PQconsumeInput(connection) == 1 else { throw .lost }
            guard count == 0, unsafe PQisBusy(connection) == 1 else { return }
        }
        throw .lost
    }
}

extension PostgresConnection {
    /// Rejects a pooler that shares database sessions between transactions.
    ///
    /// Blocks. Settings and prepared statements belong to a session. If a second connection sees this connection's
    /// session, the pooler shares them.
    ///
    /// - Throws: ``PostgresConnectionError/refused(_:)`` if sessions are shared.
    func rejectSharedSessions(of settings: ConnectionSettings) throws(PostgresConnectionError) {
        // Without a pooler, both are the backend process of this connection; a pooler reports a number of its own.
        let process = unsafe PQbackendPID(connection)
        guard try execute("SELECT pg_backend_pid()") != String(process) else { return }
        guard let other = try? PostgresConnection(unchecked: settings, .probing) else { return }
        let mark = unsafe "\(process).\(UInt(bitPattern: connection))"
        for _ in 1...3 {
            try execute("SELECT set_config('gatehouse.link', '\(mark)', false)")
            guard let found = try? other.markInTransaction(), found != mark, try self.mark() == mark else {
                throw .refused(
                    "A connection pooler shares database sessions between transactions. Configure one session per connection (PgBouncer: pool_mode = session), or connect to PostgreSQL directly."
                )
            }
            try other.execute("ROLLBACK")
        }
    }

    /// Begins a transaction, which reserves a database session, and reads that session's mark.
    private func markInTransaction() throws(PostgresConnectionError) -> String {
        try execute("BEGIN")
        return try mark()
    }

    private func mark() throws(PostgresConnectionError) -> String {
        try execute("SELECT coalesce(current_setting('gatehouse.link', true), '')") ?? ""
    }
}

/// The error of a statement without a result.
enum PostgresConnectionError: Error, Equatable {
    /// The connection failed or was lost; statements in progress may or may not have been executed.
    case lost
    case failed(SQLState)
    /// The database is not suitable.
    case refused(String)
}

extension StoreError {
    init(_ error: PostgresConnectionError) {
        self =
            switch error {
            case .lost: .connectionLost
            case .failed(let state): StoreError(state)
            case .refused(let reason): .unavailable(reason)
            }
    }
}

/// The result of a statement in a pipeline.
enum StatementResult {
    case done(PostgresResult)
    case failed(SQLState)
    /// A statement before it in its section failed.
    case skipped
}
