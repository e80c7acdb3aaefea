import CLibPQ
import Foundation
import GatehouseStore
import GatehouseWire

/// A connection of libpq's, used by one thread: whole pipelines of prepared statements, sent and answered at one go.
///
/// It prepares each statement at its first use, and is never repaired: whoever loses one makes another.
@safe final class Link {
    let connection: OpaquePointer
    /// By text, the name of each statement that the server knows.
    private var names: [String: String] = [:]
    private let patience: Patience

    /// Connects.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - url: The database.
    ///   - patience: How long its statements may take.
    ///
    /// - Throws: ``LinkError/lost`` when that fails, ``LinkError/refused(_:)`` when the database cannot hold the
    ///   store's records, or a pooler shares its sessions between transactions.
    convenience init(to url: Secret, _ patience: Patience) throws(LinkError) {
        try self.init(unchecked: url, patience)
        try refuseSharedSessions(of: url)
    }

    /// Connects without a check for poolers.
    init(unchecked url: Secret, _ patience: Patience) throws(LinkError) {
        guard let connection = unsafe LinkSettings(url).connect() else { throw .lost }
        unsafe self.connection = connection
        self.patience = patience
        // Otherwise libpq writes what the server has to remark on standard error.
        unsafe PQsetNoticeReceiver(connection, { _, _ in }, nil)
        guard unsafe PQstatus(connection) == CONNECTION_OK else { throw .lost }
        guard let encoding = unsafe PQparameterStatus(connection, "server_encoding"),
            unsafe String(cString: encoding) == "UTF8"
        else { throw .refused("The database has another encoding than UTF8. Create it with 'ENCODING UTF8'.") }
        try execute(LinkSettings.session(patience))
    }

    deinit { unsafe PQfinish(connection) }

    /// Runs statements without values, one after the other, before the first pipeline.
    ///
    /// Blocks.
    ///
    /// - Parameter sql: The statements, with semicolons between them.
    /// - Returns: The first value of the last statement's answer, as text.
    /// - Throws: ``LinkError``; what comes after the statement that failed is not run.
    @discardableResult
    func execute(_ sql: String) throws(LinkError) -> String? {
        guard unsafe PQsendQuery(connection, sql) == 1 else { throw .lost }
        var value: String?
        var error: LinkError?
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

    /// Whether the server has not hung up while nothing was asked of it.
    var isAlive: Bool {
        var patience: Int32 = 0
        while true {
            var socket = unsafe pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&socket, 1, patience) != 0 else { return unsafe PQstatus(connection) == CONNECTION_OK }
            guard unsafe PQconsumeInput(connection) == 1 else { return false }
            _ = unsafe PQisBusy(connection)
            // What a server says unasked is mostly that it ends the connection, which it then does a moment later.
            patience = 100
        }
    }

    /// Sends all sections in one pipeline and takes the answers as they come.
    ///
    /// When a statement fails, the others of its section that come after it are skipped.
    ///
    /// - Parameters:
    ///   - sections: Statements, each section followed by a point at which the server answers and forgets failures.
    ///   - take: Gets each statement's section, its place there, and what came of it. Rows are gone when it returns.
    /// - Throws: ``LinkError/lost`` when the connection broke; what was not taken by then may have been done or not.
    func run(_ sections: [[Query]], _ take: (_ section: Int, _ place: Int, Outcome) -> Void) throws(LinkError) {
        try enterPipelineMode()
        let prepared = try prepare(sections)
        for section in sections {
            for query in section { try send(query) }
            try synchronise()
        }
        var complaint: SQLState?
        for text in prepared {
            try receive { outcome in
                guard case .failed(let state) = outcome else { return }
                complaint = complaint ?? state
                names[text] = nil
            }
        }
        if !prepared.isEmpty { try expectSynchronisation() }
        for (index, section) in sections.enumerated() {
            for place in section.indices {
                try receive { outcome in
                    // It is unknown because it could not be prepared, for a reason that says more.
                    if case .failed(.invalidStatementName) = outcome, let complaint {
                        take(index, place, .failed(complaint))
                    } else {
                        take(index, place, outcome)
                    }
                }
            }
            try expectSynchronisation()
        }
    }

    private func enterPipelineMode() throws(LinkError) {
        guard unsafe PQpipelineStatus(connection) == PQ_PIPELINE_OFF else { return }
        // What does not go out at once waits in memory, so that sending never waits for answers to be read.
        guard unsafe PQsetnonblocking(connection, 1) == 0, unsafe PQenterPipelineMode(connection) == 1 else {
            throw .lost
        }
    }

    /// Sends what it takes to prepare statements that are new here, in a section of its own: were they prepared where they are used, a
    /// failure there would leave some unprepared.
    ///
    /// - Returns: The texts.
    private func prepare(_ sections: [[Query]]) throws(LinkError) -> [String] {
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
        if !prepared.isEmpty { try synchronise() }
        return prepared
    }

    private func send(_ query: Query) throws(LinkError) {
        let parameters = query.parameters
        let formats = [Int32](repeating: 1, count: parameters.types.count)
        let isSent = unsafe parameters.bytes.withUnsafeBytes { bytes in
            var start = Parameters.firstByte
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

    private func synchronise() throws(LinkError) {
        guard unsafe PQpipelineSync(connection) == 1 else { throw .lost }
    }
}

// MARK: - Answers

extension Link {
    private func receive(_ take: (Outcome) -> Void) throws(LinkError) {
        let result = unsafe try nextResult()
        defer { unsafe PQclear(result) }
        switch unsafe PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: take(.done(unsafe Rows(result)))
        case PGRES_PIPELINE_ABORTED: take(.skipped)
        default:
            guard case .failed(let state) = unsafe failure(of: result) else { throw .lost }
            take(.failed(state))
        }
        // Nothing stands between the answers of two statements.
        guard unsafe try nextResult() == nil else { throw .lost }
    }

    private func expectSynchronisation() throws(LinkError) {
        let result = unsafe try nextResult()
        defer { unsafe PQclear(result) }
        guard unsafe PQresultStatus(result) == PGRES_PIPELINE_SYNC else { throw .lost }
    }

    /// Why a statement has no answer.
    func failure(of result: OpaquePointer?) -> LinkError {
        guard unsafe PQstatus(connection) == CONNECTION_OK,
            let code = unsafe PQresultErrorField(result, Self.sqlStateField)
        else { return .lost }
        let state = unsafe SQLState(rawValue: String(cString: code))
        return state.endsConnection ? .lost : .failed(state)
    }

    /// `PG_DIAG_SQLSTATE`, a character constant that Swift does not see.
    private static var sqlStateField: Int32 { Int32(UInt8(ascii: "C")) }

    private func nextResult() throws(LinkError) -> OpaquePointer? {
        while unsafe PQisBusy(connection) == 1 { try exchange() }
        return unsafe PQgetResult(connection)
    }

    /// Sends what can be sent and reads what can be read; blocks until there is something of either.
    private func exchange() throws(LinkError) {
        let isUnsent = unsafe PQflush(connection)
        guard isUnsent >= 0 else { throw .lost }
        // With TLS, bytes may have been read from the socket that libpq has not seen, so that nothing more comes: look again soon.
        let isEncrypted = unsafe PQsslInUse(connection) == 1
        let pause: Int32 = isEncrypted ? 20 : 1000
        var silence: Int32 = 0
        while silence < patience.silence ?? .max {
            let events = Int16(POLLIN) | (isUnsent == 1 ? Int16(POLLOUT) : 0)
            var socket = unsafe pollfd(fd: PQsocket(connection), events: events, revents: 0)
            let count = unsafe poll(&socket, 1, pause)
            guard count >= 0 || errno == EINTR else { throw .lost }
            if patience.silence != nil { silence += pause }
            guard count > 0 || isEncrypted else { continue }
            guard unsafe PQconsumeInput(connection) == 1 else { throw .lost }
            guard count == 0, unsafe PQisBusy(connection) == 1 else { return }
        }
        throw .lost
    }
}
