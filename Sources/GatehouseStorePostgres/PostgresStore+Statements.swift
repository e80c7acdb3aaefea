package import Foundation
package import GatehouseStore
package import GatehouseStoreSQL

/// The statements that all SQL stores share, run on the database.
extension PostgresStore {
    package func commit(_ changes: [Change]) async throws(StoreError) {
        guard !changes.isEmpty else { return }
        let batch = try StatementBatch(changes, for: .postgres)
        try await metrics.commit(changes) { () throws(StoreError) in
            try await write(batch.statements.map(PostgresWrite.Statement.init), altering: batch.counters) { _ in }
        }
        arrivals.record(changes)
    }

    package func first<Record: Sendable>(
        _ query: SQLQuery,
        _ decode: @escaping @Sendable (SQLRow) throws(StoreError) -> Record
    ) async throws(StoreError) -> Record? {
        try await read(query) { rows throws(StoreError) in try rows.first(query.kind, decode) }
    }

    package func all<Record: Sendable>(
        _ query: SQLQuery,
        _ decode: @escaping @Sendable (SQLRow) throws(StoreError) -> Record
    ) async throws(StoreError) -> [Record] {
        try await read(query) { rows throws(StoreError) in try rows.all(query.kind, decode) }
    }

    package func accounts(_ query: SQLQuery) async throws(StoreError) -> [Account] {
        try await read(query) { rows throws(StoreError) in
            var accounts: [Account] = []
            _ = try rows.all(query.kind) { row throws(StoreError) in
                let id: Account.ID = try row.value("id")
                let name = try row.optionalText("kind") == nil ? [] : [AccountIdentifier(row: row)]
                if let last = accounts.last, last.id == id {
                    // Creates a new value, because adding identifiers later would change the revision of the
                    // credentials.
                    accounts[accounts.count - 1] = try Account(row: row, identifiers: last.identifiers + name)
                } else {
                    accounts.append(try Account(row: row, identifiers: name))
                }
            }
            return accounts
        }
    }

    package func write(_ text: SQLText, _ parameters: [SQLValue]) async throws(StoreError) -> Int {
        let query = PreparedQuery(text.postgres, StatementParameters(parameters))
        return try await write([.init(query)]) { $0.changedCount }
    }

    /// Runs the statement on the connection of cleanups.
    package func writeInBackground(_ text: SQLText, _ parameters: [SQLValue]) async throws(StoreError) -> Int {
        let query = PreparedQuery(text.postgres, StatementParameters(parameters))
        return try await write([.init(query)], to: sweeps) { $0.changedCount }
    }

    package func write<Record: Sendable>(
        _ query: SQLQuery,
        _ decode: @escaping @Sendable (SQLRow) throws(StoreError) -> Record
    ) async throws(StoreError) -> [Record] {
        try await write([.init(PreparedQuery(query))]) { rows throws(StoreError) in
            try rows.all(query.kind, decode)
        }
    }

    /// Runs both queries concurrently, in one round trip to the database.
    package func sessionStatus(
        of id: Session.ID,
        token: String?
    ) async throws(StoreError) -> SessionStatus? {
        async let account = Result.of { () async throws(StoreError) in
            try await accounts(SQLQuery("account", Account.bySession, [.value(id)])).first
        }
        let query = SQLQuery("session", Session.statusByID, [.value(id), .text(token)])
        let found = try await first(query) { row throws(StoreError) in
            (session: try Session(row: row), isTokenRevoked: try row.bool("is_token_revoked"))
        }
        guard let found else { return nil }
        return SessionStatus(
            session: found.session,
            account: try await account.get(),
            isTokenRevoked: found.isTokenRevoked
        )
    }

    package func increment(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter] {
        guard !counts.isEmpty else { return [] }
        let keys = counts.map(\.key)
        // In the same order on every node, as in ``WriteBatch``.
        let sql = """
            INSERT INTO counters (key, count, expires_at)
            SELECT * FROM unnest($1, $4, $2) AS added (key, count, expires_at) ORDER BY key
            \(Counter.addition)
            RETURNING key, count, expires_at
            """
        var parameters = StatementParameters()
        parameters.append(keys)
        parameters.append(counts.map(\.expiresAt.milliseconds))
        parameters.append(.date(now))
        parameters.append(counts.map { Int64($0.count) })
        let statement = PostgresWrite.Statement(PreparedQuery(sql, parameters))
        return try await write([statement], altering: Set(keys)) { rows throws(StoreError) in
            try rows.all("counter") { row throws(StoreError) in try Counter(row: row) }
        }
    }

    package func time() async throws(StoreError) -> Date? {
        let query = SQLQuery("clock", "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS now")
        return try await first(query) { row throws(StoreError) in try row.date("now") }
    }

    /// Reads the number of rows that the last vacuum or analysis of the table, or of its partitions, has estimated.
    package func estimatedSessionCount() async throws(StoreError) -> Int {
        let query = SQLQuery(
            "session",
            """
            SELECT CAST(coalesce(sum(greatest(reltuples, 0)), 0) AS BIGINT) AS count FROM pg_class
            WHERE relkind = 'r' AND (oid = to_regclass('sessions')
                OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('sessions')))
            """
        )
        return try await first(query) { row throws(StoreError) in try row.integer("count") } ?? 0
    }

    package func checkHealth() async throws(StoreError) {
        try damage.requireNone()
        let checks = try await recordHealthCheck()
        guard tracker.known.timeline != nil else {
            tracker.record(checks: checks, position: nil, on: nil)
            return
        }
        let query = SQLQuery(
            "position",
            """
            SELECT left(pg_walfile_name(flushed), 8) AS timeline, CAST(flushed - '0/0' AS BIGINT) AS position
            FROM pg_current_wal_flush_lsn() AS flushed
            """
        )
        // Recorded on the thread of the connection, because it blocks.
        _ = try await read(query) { [tracker] rows throws(StoreError) in
            try rows.first("position") { row throws(StoreError) in
                tracker.record(checks: checks, position: try row.integer("position"), on: try row.text("timeline"))
            }
        }
    }

    /// Returns `nil` for databases that do not report it.
    package func replication() async throws(StoreError) -> ReplicationStatus? {
        guard tracker.known.timeline != nil else { return nil }
        let query = SQLQuery(
            "replication",
            """
            SELECT current_setting('synchronous_standby_names') <> '' AS waits,
                CASE WHEN count(*) = count(state) THEN count(*) FILTER (WHERE state = 'streaming') END AS standbys,
                CAST(max(pg_current_wal_flush_lsn() - replay_lsn) FILTER (WHERE sync_state = 'async') AS BIGINT)
                    AS lag
            FROM pg_stat_replication
            """
        )
        return try await first(query) { [tracker] row throws(StoreError) in
            ReplicationStatus(
                waitsForStandby: try row.bool("waits"),
                standbys: try row.optionalInteger("standbys"),
                asynchronousLag: try row.optionalInteger("lag"),
                warning: tracker.recordingProblem
            )
        }
    }
}

extension Result where Success: Sendable, Failure == StoreError {
    /// Returns the result of an asynchronous body.
    fileprivate static func of(_ body: () async throws(StoreError) -> Success) async -> Self {
        do throws(StoreError) { return .success(try await body()) } catch { return .failure(error) }
    }
}
