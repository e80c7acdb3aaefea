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
        return try PostgresCopyTransaction(connection: connection, months: Self.months(of: source))
            .run(from: source, progress: progress)
    }

    /// Returns the months of the rows to copy, before the transaction begins, because PostgreSQL ends idle ones.
    private static func months(of source: some CopySource) throws(CopyError) -> [PartitionedTable: [Month]] {
        var months: [PartitionedTable: [Month]] = [:]
        do throws(StoreError) {
            for table in TableName.allCases {
                guard let partitioned = PartitionedTable(table) else { continue }
                months[partitioned] = try source.months(of: table).sorted { $0.name < $1.name }
            }
        } catch {
            throw .source(error)
        }
        return months
    }

    /// Connects, and migrates the schema.
    private func connect() async throws(CopyError) -> PostgresConnection {
        do throws(PostgresConnectionError) {
            let connection = try PostgresConnection(to: url, .copying)
            try await PostgresMigrations.migrate(over: connection, environment)
            return connection
        } catch {
            throw .target(error == .lost ? ConnectionDiagnosis.reason(for: url) : StoreError(error))
        }
    }
}

/// The transaction of a copy.
struct PostgresCopyTransaction: CopyTransaction {
    let connection: PostgresConnection
    /// The months of the rows to copy.
    let months: [PartitionedTable: [Month]]

    /// The number of bytes sent at a time.
    private static let chunkSize = 1 << 16

    func begin() throws(CopyError) {
        do throws(PostgresConnectionError) {
            try connection.execute("BEGIN; \(PostgresMigrations.lock)")
        } catch .failed(.lockNotAvailable) {
            throw .busy
        } catch {
            throw .target(StoreError(error))
        }
    }

    func count(of table: TableName) throws(CopyError) -> Int {
        try execute("SELECT count(*) FROM \(table.name)").flatMap { Int($0) } ?? 0
    }

    func insert(_ table: TableName, of source: some CopySource, copied: () -> Void) throws(CopyError) {
        if let partitioned = PartitionedTable(table) {
            for month in months[partitioned] ?? [] { try execute(partitioned.creation(ofEmpty: month)) }
        }
        let format = try format(for: table, of: source)
        try send(to: table) { () throws(PostgresConnectionError) in try connection.startCopy(format.statement) }
        var bytes = TableCopyFormat.header
        bytes.reserveCapacity(2 * Self.chunkSize)
        try source.forEachRow(of: table) { row throws(CopyError) in
            try format.append(row, to: &bytes)
            copied()
            if bytes.count >= Self.chunkSize {
                try send(to: table) { () throws(PostgresConnectionError) in try connection.putCopy(bytes) }
                bytes.removeAll(keepingCapacity: true)
            }
        }
        bytes += TableCopyFormat.trailer
        try send(to: table) { () throws(PostgresConnectionError) in
            try connection.putCopy(bytes)
            try connection.endCopy()
        }
        if let continuation = format.continuation { try execute(continuation) }
    }

    func commit() throws(CopyError) {
        try execute("COMMIT")
        // Updates the planner's statistics, which PostgreSQL would do itself some minutes later; a failure is ignored.
        _ = try? connection.execute("ANALYZE \(TableName.allCases.map(\.name).joined(separator: ", "))")
    }

    private func format(for table: TableName, of source: some CopySource) throws(CopyError) -> TableCopyFormat {
        let columns: [PostgresColumn]
        do { columns = try connection.columns(of: table) } catch { throw .target(StoreError(error)) }
        let names: [String]
        do { names = try source.columns(of: table) } catch { throw .source(error) }
        return try TableCopyFormat(table, columns: columns, source: names)
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

/// A column of a table in PostgreSQL's catalog.
struct PostgresColumn: Equatable {
    let name: String
    /// The name of its type.
    let type: String
}

extension PostgresConnection {
    /// Returns the columns of a table in order.
    ///
    /// Blocks.
    func columns(of table: TableName) throws(PostgresConnectionError) -> [PostgresColumn] {
        let catalogue = """
            SELECT string_agg(column_name || ' ' || data_type, ',' ORDER BY ordinal_position)
            FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = '\(table.name)'
            """
        return (try execute(catalogue) ?? "").split(separator: ",").map { column in
            let words = column.split(separator: " ", maxSplits: 1).map(String.init)
            return PostgresColumn(name: words[0], type: words[1])
        }
    }

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
    func takeFailure() -> PostgresConnectionError? {
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
