package import Foundation
package import GatehouseStore
import GatehouseWire

extension PostgresStore {
    package func keys() async throws(StoreError) -> [StoredKey] {
        let sql: SQL = """
            SELECT id, algorithm, sealed_private_key, created_at, retired_at, expires_at FROM keys
            ORDER BY created_at, sequence
            """
        return try await all("key", sql) { row throws(StoreError) in
            StoredKey(
                id: try row.value("id"),
                algorithm: try row.value("algorithm"),
                sealedPrivateKey: try row.data("sealed_private_key"),
                createdAt: try row.date("created_at"),
                retiredAt: try row.optionalDate("retired_at"),
                expiresAt: try row.optionalDate("expires_at")
            )
        }
    }
}

extension PostgresStore {
    package func leaseDueMessages(at now: Date, until: Date, limit: Int) async throws(StoreError) -> [QueuedMessage] {
        // Skips messages that another node is leasing instead of waiting for them.
        let sql: SQL = """
            WITH due AS (
                SELECT id FROM messages WHERE next_attempt_at <= \(now.milliseconds)
                ORDER BY created_at, sequence LIMIT \(limit) FOR UPDATE SKIP LOCKED
            )
            UPDATE messages SET next_attempt_at = \(until.milliseconds) WHERE id IN (SELECT id FROM due)
            RETURNING id, sequence, sealed_message, created_at, attempts, next_attempt_at, expires_at
            """
        let leased = try await write(sql) { rows throws(StoreError) in
            // The order of the rows that RETURNING returns is undefined.
            try rows.all("message") { row throws(StoreError) in
                (sequence: try row.integer("sequence"), message: try QueuedMessage(row))
            }
        }
        return leased.sorted { ($0.message.createdAt, $0.sequence) < ($1.message.createdAt, $1.sequence) }.map(
            \.message
        )
    }

    package func nextMessageDue() async throws(StoreError) -> Date? {
        let next = try await first("message", "SELECT MIN(next_attempt_at) AS next FROM messages") {
            row throws(StoreError) in
            try row.optionalDate("next")
        }
        return next ?? nil
    }
}

extension QueuedMessage {
    fileprivate init(_ row: PostgresRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            sealedMessage: try row.data("sealed_message"),
            createdAt: try row.date("created_at"),
            attempts: try row.integer("attempts"),
            nextAttemptAt: try row.date("next_attempt_at"),
            expiresAt: try row.date("expires_at")
        )
    }
}

extension PostgresStore {
    package func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        let sql: SQL = """
            SELECT key, count, expires_at FROM counters WHERE key = \(key) AND expires_at > \(now.milliseconds)
            """
        return try await first("counter", sql, Self.counter)
    }

    package func increment(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter] {
        guard !counts.isEmpty else { return [] }
        let (keys, now) = (counts.map(\.key), now.milliseconds)
        let ends = counts.map(\.expiresAt.milliseconds)
        // In the same order on every node, as in ``WriteBatch``.
        let sql: SQL = """
            INSERT INTO counters (key, count, expires_at)
            SELECT * FROM unnest(\(keys), \(counts.map { Int64($0.count) }), \(ends)) AS added (key, count, expires_at)
            ORDER BY key
            ON CONFLICT (key) DO UPDATE SET
                count = excluded.count + CASE WHEN counters.expires_at > \(now) THEN counters.count ELSE 0 END,
                expires_at = CASE
                    WHEN counters.expires_at > \(now) THEN counters.expires_at ELSE excluded.expires_at
                END
            RETURNING key, count, expires_at
            """
        return try await write(sql, altering: Set(keys)) { rows throws(StoreError) in
            try rows.all("counter", Self.counter)
        }
    }

    private static func counter(_ row: PostgresRow) throws(StoreError) -> Counter {
        Counter(key: try row.text("key"), count: try row.integer("count"), expiresAt: try row.date("expires_at"))
    }
}

extension PostgresStore {
    package func events(
        of account: Account.ID?,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        var conditions: [SQL] = []
        if let account { conditions.append("account_id = \(account.rawValue)") }
        if let id {
            conditions.append(
                "(at, sequence) < (SELECT at, sequence FROM audit_events WHERE id = \(id.rawValue))"
            )
        }
        let filter: SQL = conditions.isEmpty ? "" : "WHERE \(SQL.joined(conditions, by: " AND "))"
        return try await all(
            "audit event",
            """
            SELECT id, at, kind, account_id, client_id, session_id, address, request_id, detail FROM audit_events \(filter)
            ORDER BY at DESC, sequence DESC LIMIT \(limit)
            """,
            AuditEvent.init
        )
    }
}

extension AuditEvent {
    fileprivate init(_ row: PostgresRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            at: try row.date("at"),
            kind: try row.value("kind"),
            accountID: try row.optionalValue("account_id"),
            clientID: try row.optionalValue("client_id"),
            sessionID: try row.optionalValue("session_id"),
            address: try row.optionalText("address"),
            requestID: try row.optionalText("request_id"),
            detail: try row.optionalText("detail")
        )
    }
}
