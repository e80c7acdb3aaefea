package import Foundation
import GRDB
package import GatehouseStore
package import GatehouseStoreSQL

/// The statements that all SQL stores share, run on the file.
extension SQLiteStore {
    package func commit(_ changes: [Change]) async throws(StoreError) {
        guard !changes.isEmpty else { return }
        let batch = try StatementBatch(changes, for: .sqlite)
        try await metrics.commit(changes) { () throws(StoreError) in
            try await writer.perform { db in try db.run(batch) }
        }
        arrivals.record(changes)
    }

    package func first<Record: Sendable>(
        _ query: SQLQuery,
        _ decode: @escaping @Sendable (SQLRow) throws(StoreError) -> Record
    ) async throws(StoreError) -> Record? {
        try await read(query) { db in try db.first(query, decode) }
    }

    package func all<Record: Sendable>(
        _ query: SQLQuery,
        _ decode: @escaping @Sendable (SQLRow) throws(StoreError) -> Record
    ) async throws(StoreError) -> [Record] {
        try await read(query) { db in try db.all(query, decode) }
    }

    package func accounts(_ query: SQLQuery) async throws(StoreError) -> [Account] {
        try await read(query) { db in try db.accounts(query) }
    }

    package func write(_ text: SQLText, _ parameters: [SQLValue]) async throws(StoreError) -> Int {
        try await writer.perform { db in try db.run(text.sqlite, parameters) }
    }

    /// Runs the statement on the only connection that writes; a batch is short, and commits that wait share its
    /// transaction.
    package func writeInBackground(_ text: SQLText, _ parameters: [SQLValue]) async throws(StoreError) -> Int {
        try await write(text, parameters)
    }

    package func write<Record: Sendable>(
        _ query: SQLQuery,
        _ decode: @escaping @Sendable (SQLRow) throws(StoreError) -> Record
    ) async throws(StoreError) -> [Record] {
        try await writer.perform { db in try db.all(query, decode) }
    }

    /// Runs both queries in one transaction.
    package func sessionStatus(
        of session: Session.ID,
        token: String?
    ) async throws(StoreError) -> SessionStatus? {
        let query = SQLQuery("session", Session.statusByID, [.value(session), .text(token)])
        return try await read(query) { db in
            let found = try db.first(query) { row in
                (session: try Session(row: row), isTokenRevoked: try row.bool("is_token_revoked"))
            }
            guard let found else { return nil }
            let account = SQLQuery("account", Account.byID, [.value(found.session.accountID)])
            return SessionStatus(
                session: found.session,
                account: try db.accounts(account).first,
                isTokenRevoked: found.isTokenRevoked
            )
        }
    }

    package func increment(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter] {
        let sql: SQLText = """
            INSERT INTO counters (key, count, expires_at) VALUES ($1, $4, $2)
            \(Counter.addition)
            """
        return try await writer.perform { db in
            for added in counts {
                try db.run(sql.sqlite, [.text(added.key), .date(added.expiresAt), .date(now), .integer(added.count)])
            }
            return try counts.compactMap { added in
                let query = SQLQuery("counter", Counter.openByKey, [.text(added.key), .date(now)])
                return try db.first(query) { try Counter(row: $0) }
            }
        }
    }

    package func time() async throws(StoreError) -> Date? { nil }

    /// Counts on a connection of its own, by the smallest index.
    package func estimatedSessionCount() async throws(StoreError) -> Int {
        let query = SQLQuery("session", "SELECT count(*) AS count FROM sessions", isLong: true)
        return try await first(query) { row throws(StoreError) in try row.integer("count") } ?? 0
    }

    package func checkHealth() async throws(StoreError) {
        try damage.requireNone()
        // Open files stay writable when their file system or folder no longer is.
        try await writer.perform { [file] _ in try file.requireWritable() }
        _ = try await recordHealthCheck()
    }
}
