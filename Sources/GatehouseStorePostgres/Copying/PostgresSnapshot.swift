import CLibPQ
import Foundation
import GatehouseConcurrency
package import GatehouseStore
import GatehouseStoreSQL
import GatehouseThreads
package import GatehouseWire

/// A consistent snapshot of a database, read in one transaction while servers keep using it.
package final class PostgresSnapshot: CopySource {
    private let connection: Mutex<PostgresConnection>

    /// Begins the transaction.
    ///
    /// - Parameter url: The database URL, as for ``PostgresStore``.
    /// - Returns: The snapshot, whose transaction ends with it.
    /// - Throws: ``StoreError/unavailable(_:)`` if there is no connection, or the schema is not of this version.
    package static func take(of url: Secret) async throws(StoreError) -> PostgresSnapshot {
        let result: Result<PostgresSnapshot, StoreError>
        do throws(WorkRejection) {
            result = try await ThreadPool(name: "gatehouse-copy", threads: 1).run(ignoresCancellation: true) {
                Result { () throws(StoreError) in try PostgresSnapshot(of: url) }
            }
        } catch {
            throw .closed
        }
        return try result.get()
    }

    /// Connects, and begins the transaction.
    ///
    /// Blocks.
    private init(of url: Secret) throws(StoreError) {
        do throws(PostgresConnectionError) {
            let connection = try PostgresConnection(to: url, .copying)
            try PostgresMigrations.requireCurrent(over: connection)
            try connection.execute(Self.beginning)
            self.connection = Mutex(connection)
        } catch {
            throw error == .lost ? ConnectionDiagnosis.reason(for: url) : StoreError(error)
        }
    }

    /// A transaction that reads whole tables, and waits for the target between them.
    ///
    /// Its first query takes the snapshot.
    private static let beginning = """
        BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
        SET LOCAL enable_seqscan = on;
        SET LOCAL idle_in_transaction_session_timeout = 0;
        SELECT 1
        """

    package func count(of table: TableName) throws(StoreError) -> Int {
        let text = try read { connection throws(PostgresConnectionError) in
            try connection.execute("SELECT count(*) FROM \(table.name)")
        }
        return text.flatMap { Int($0) } ?? 0
    }

    package func columns(of table: TableName) throws(StoreError) -> [String] {
        try read { connection throws(PostgresConnectionError) in try connection.columns(of: table) }.map(\.name)
    }

    package func forEachRow(
        of table: TableName,
        _ take: ([ColumnValue]) throws(CopyError) -> Void
    ) throws(CopyError) {
        try connection.withLock { connection throws(CopyError) in
            let columns = try Self.source { () throws(PostgresConnectionError) in try connection.columns(of: table) }
            let names = columns.map(\.name).joined(separator: ", ")
            // A query, because COPY does not read the partitions of a table.
            let statement = "COPY (SELECT \(names) FROM \(table.name)) TO STDOUT (FORMAT binary)"
            try Self.source { () throws(PostgresConnectionError) in try connection.startCopyOut(statement) }
            var reader = TableCopyReader(table, columns)
            while let bytes = try Self.source({ () throws(PostgresConnectionError) in try connection.getCopy() }) {
                try reader.read(bytes, take)
            }
        }
    }

    private static func source<Value>(
        _ body: () throws(PostgresConnectionError) -> Value
    ) throws(CopyError) -> Value {
        do { return try body() } catch { throw .source(StoreError(error)) }
    }

    private func read<Value: Sendable>(
        _ body: (PostgresConnection) throws(PostgresConnectionError) -> Value
    ) throws(StoreError) -> Value {
        try connection.withLock { connection throws(StoreError) in
            do throws(PostgresConnectionError) { return try body(connection) } catch { throw StoreError(error) }
        }
    }
}

extension PostgresConnection {
    /// Starts copying the rows of a query, before the first pipeline.
    ///
    /// Until ``getCopy()`` has returned `nil`, the connection accepts nothing else.
    ///
    /// - Parameter statement: A `COPY … TO STDOUT`.
    /// - Throws: ``PostgresConnectionError``.
    func startCopyOut(_ statement: String) throws(PostgresConnectionError) {
        let result = unsafe PQexec(connection, statement)
        defer { unsafe PQclear(result) }
        guard unsafe PQresultStatus(result) == PGRES_COPY_OUT else { throw unsafe failure(of: result) }
    }

    /// Receives the next data of the statement, or `nil` at its end.
    ///
    /// Blocks.
    func getCopy() throws(PostgresConnectionError) -> [UInt8]? {
        var data: UnsafeMutablePointer<CChar>?
        let count = unsafe PQgetCopyData(connection, &data, 0)
        guard count > 0, let data = unsafe data else {
            if let error = takeFailure() { throw error }
            return nil
        }
        defer { unsafe PQfreemem(data) }
        return unsafe Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
    }
}
