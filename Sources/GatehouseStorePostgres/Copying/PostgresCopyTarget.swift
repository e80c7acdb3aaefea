import CLibPQ
package import GatehouseStore
import GatehouseThreads
package import GatehouseWire

/// A database that receives all records of another backend, in one transaction.
package actor PostgresCopyTarget: CopyTarget {
    private let url: Secret
    private let environment: RetryTiming
    private let thread = ThreadExecutor(name: "gatehouse-copy")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - url: The database URL, as for ``PostgresStore``.
    ///   - environment: The timing of retries while other processes create the schema.
    package init(url: Secret, environment: RetryTiming) {
        self.url = url
        self.environment = environment
    }

    package func fill(
        from source: some CopySource,
        progress: @escaping @Sendable (CopyProgress) -> Void
    ) async throws(CopyError) -> RowCounts {
        let connection = try await connect()
        // Blocks this actor's own thread. Releasing the connection rolls back an uncommitted transaction.
        return try CopyTransaction(connection: connection, source: source, progress: progress).run()
    }

    /// Connects, and migrates the schema.
    private func connect() async throws(CopyError) -> PostgresConnection {
        do throws(PostgresConnectionError) {
            let connection = try PostgresConnection(to: url, .copying)
            try await PostgresMigrations.migrate(over: connection, environment)
            return connection
        } catch {
            throw .target(error == .lost ? PostgresConnection.diagnosis(for: url) : StoreError(error))
        }
    }
}

/// The transaction in which an empty database receives all records of a source.
///
/// Blocks.
struct CopyTransaction<Source: CopySource> {
    let connection: PostgresConnection
    let source: Source
    let progress: @Sendable (CopyProgress) -> Void

    /// The number of bytes sent at a time.
    private static var chunkSize: Int { 1 << 16 }
    /// The number of rows between two progress reports.
    private static var reportInterval: Int { 1000 }

    /// - Returns: The row counts of both sides.
    func run() throws(CopyError) -> RowCounts {
        // Counts before the transaction begins, because the server ends idle transactions.
        let counts = try sourceCounts()
        try begin()
        for table in TableName.allCases {
            let rows = try count(table)
            guard rows == 0 else { throw .notEmpty(table, rows: rows) }
        }
        var rows = 0
        for table in TableName.allCases { try copy(table, counts, after: &rows) }
        for table in TableName.allCases {
            let target = try count(table)
            guard target == counts[table] else { throw .different(table, source: counts[table], target: target) }
        }
        try execute("COMMIT")
        // Updates the planner's statistics, which PostgreSQL would do itself some minutes later; a failure is ignored.
        _ = try? connection.execute("ANALYZE \(TableName.allCases.map(\.name).joined(separator: ", "))")
        return counts
    }

    /// Begins the transaction, and locks out other copies and migrations.
    private func begin() throws(CopyError) {
        do throws(PostgresConnectionError) {
            try connection.execute("BEGIN; \(PostgresMigrations.lock)")
        } catch .failed(.lockNotAvailable) {
            throw .busy
        } catch {
            throw .target(StoreError(error))
        }
    }

    private func sourceCounts() throws(CopyError) -> RowCounts {
        var counts = RowCounts()
        do throws(StoreError) {
            for table in TableName.allCases { counts[table] = try source.count(of: table) }
        } catch {
            throw .source(error)
        }
        return counts
    }

    private func copy(_ table: TableName, _ counts: RowCounts, after rows: inout Int) throws(CopyError) {
        func report() { progress(CopyProgress(table: table, rows: rows, total: counts.total)) }
        report()
        let format = try format(for: table)
        try send(to: table) { () throws(PostgresConnectionError) in try connection.startCopy(format.statement) }
        var bytes = TableCopyFormat.header
        bytes.reserveCapacity(2 * Self.chunkSize)
        try source.forEachRow(of: table) { row throws(CopyError) in
            try format.append(row, to: &bytes)
            rows += 1
            if bytes.count >= Self.chunkSize {
                try send(to: table) { () throws(PostgresConnectionError) in try connection.putCopy(bytes) }
                bytes.removeAll(keepingCapacity: true)
            }
            if rows.isMultiple(of: Self.reportInterval) { report() }
        }
        bytes += TableCopyFormat.trailer
        try send(to: table) { () throws(PostgresConnectionError) in
            try connection.putCopy(bytes)
            try connection.endCopy()
        }
        report()
        if let continuation = format.continuation { try execute(continuation) }
    }

    private func format(for table: TableName) throws(CopyError) -> TableCopyFormat {
        let catalogue = """
            SELECT string_agg(column_name || ' ' || data_type, ',' ORDER BY ordinal_position)
            FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = '\(table.name)'
            """
        let columns = (try execute(catalogue) ?? "").split(separator: ",").map { column in
            let words = column.split(separator: " ", maxSplits: 1).map(String.init)
            return (name: words[0], type: words[1])
        }
        let names: [String]
        do { names = try source.columns(of: table) } catch { throw .source(error) }
        return try TableCopyFormat(table, columns: columns, source: names)
    }

    private func count(_ table: TableName) throws(CopyError) -> Int {
        try execute("SELECT count(*) FROM \(table.name)").flatMap { Int($0) } ?? 0
    }

    @discardableResult
    private func execute(_ sql: String) throws(CopyError) -> String? {
        do { return try connection.execute(sql) } catch { throw .target(StoreError(error)) }
    }

    private func send(to table: TableName, _ body: () throws(PostgresConnectionError) -> Void) throws(CopyError) {
        do {
            try body()
        } catch .failed(let state) {
            throw .refused(table, StoreError(state))
        } catch {
            throw .target(StoreError(error))
        }
    }
}

extension PostgresConnection {
    /// Starts copying rows into a table, before the first pipeline.
    ///
    /// Until ``endCopy()`` the connection only accepts ``putCopy(_:)``.
    ///
    /// - Parameter statement: A `COPY … FROM STDIN`.
    /// - Throws: ``PostgresConnectionError``.
    func startCopy(_ statement: String) throws(PostgresConnectionError) {
        let result = unsafe PQexec(connection, statement)
        defer { unsafe PQclear(result) }
        guard unsafe PQresultStatus(result) == PGRES_COPY_IN else { throw unsafe failure(of: result) }
    }

    /// Sends data for the statement; blocks until it is sent.
    func putCopy(_ bytes: [UInt8]) throws(PostgresConnectionError) {
        let isSent = unsafe bytes.withUnsafeBytes { bytes in
            unsafe PQputCopyData(connection, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count))
        }
        if isSent != 1 { throw takeFailure() ?? .lost }
    }

    /// Ends the statement; blocks until all its rows are inserted.
    func endCopy() throws(PostgresConnectionError) {
        guard unsafe PQputCopyEnd(connection, nil) == 1 else { throw takeFailure() ?? .lost }
        if let error = takeFailure() { throw error }
    }

    /// Consumes the results of the statement, and returns its error, if any.
    private func takeFailure() -> PostgresConnectionError? {
        var error: PostgresConnectionError?
        while let result = unsafe PQgetResult(connection) {
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_COMMAND_OK: break
            // The statement expects more data.
            case PGRES_COPY_IN: return .lost
            default: error = unsafe error ?? failure(of: result)
            }
        }
        return error
    }
}
