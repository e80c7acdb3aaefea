package import Foundation
import GRDB
package import GatehouseStore
import GatehouseWire

extension SQLiteStore {
    package func keys() async throws(StoreError) -> [StoredKey] {
        try await read { db in try db.storedKeys() }
    }
}

extension Database {
    /// Returns all signing keys, in order of creation.
    func storedKeys() throws -> [StoredKey] {
        let sql = """
            SELECT id, algorithm, sealed_private_key, created_at, retired_at, expires_at FROM keys
            ORDER BY created_at, sequence
            """
        return try all("key", sql) { row in
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

extension SQLiteStore {
    package func leaseDueMessages(at now: Date, until: Date, limit: Int) async throws(StoreError) -> [QueuedMessage] {
        let sql = """
            UPDATE messages SET next_attempt_at = :until WHERE sequence IN (
                SELECT sequence FROM messages WHERE next_attempt_at <= :now ORDER BY created_at, sequence LIMIT :limit
            ) RETURNING id, sequence, sealed_message, created_at, attempts, next_attempt_at, expires_at
            """
        let arguments: StatementArguments = ["until": until.milliseconds, "now": now.milliseconds, "limit": limit]
        let leased = try await writer.perform { db in
            // The order of the rows that RETURNING returns is undefined.
            try db.all("message", sql, arguments) {
                (sequence: try $0.integer("sequence"), message: try QueuedMessage($0))
            }
        }
        return leased.sorted { ($0.message.createdAt, $0.sequence) < ($1.message.createdAt, $1.sequence) }.map(
            \.message
        )
    }

    package func nextMessageDue() async throws(StoreError) -> Date? {
        try await read { db in
            try db.first("message", "SELECT MIN(next_attempt_at) AS next FROM messages") { try $0.optionalDate("next") }
                ?? nil
        }
    }
}

extension QueuedMessage {
    fileprivate init(_ row: SQLiteRow) throws {
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

extension SQLiteStore {
    package func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        try await read { db in try db.counter(key, at: now) }
    }

    package func increment(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter] {
        let sql = """
            INSERT INTO counters (key, count, expires_at) VALUES (:key, :count, :end)
            ON CONFLICT DO UPDATE SET
                count = iif(expires_at > :now, count + :count, :count),
                expires_at = iif(expires_at > :now, expires_at, :end)
            """
        return try await writer.perform { db in
            for added in counts {
                let arguments: StatementArguments = [
                    "key": added.key, "count": added.count, "now": now.milliseconds,
                    "end": added.expiresAt.milliseconds,
                ]
                try db.run(sql, arguments)
            }
            return try counts.compactMap { try db.counter($0.key, at: now) }
        }
    }
}

extension Database {
    fileprivate func counter(_ key: String, at now: Date) throws -> Counter? {
        let sql = "SELECT key, count, expires_at FROM counters WHERE key = ? AND expires_at > ?"
        return try first("counter", sql, [key, now.milliseconds]) { row in
            Counter(key: try row.text("key"), count: try row.integer("count"), expiresAt: try row.date("expires_at"))
        }
    }
}

extension SQLiteStore {
    package func events(
        of account: Account.ID?,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        var conditions: [String] = []
        if account != nil { conditions.append("account_id = :account") }
        if id != nil {
            conditions.append("(at, sequence) < (SELECT at, sequence FROM audit_events WHERE id = :before)")
        }
        let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        let sql = """
            SELECT id, at, kind, account_id, client_id, session_id, address, request_id, detail FROM audit_events \(filter)
            ORDER BY at DESC, sequence DESC LIMIT :limit
            """
        var arguments: StatementArguments = ["limit": limit]
        if let account { arguments += ["account": account.rawValue] }
        if let id { arguments += ["before": id.rawValue] }
        return try await readLongRunning { [arguments] db in try db.all("audit event", sql, arguments, AuditEvent.init)
        }
    }
}

extension AuditEvent {
    fileprivate init(_ row: SQLiteRow) throws {
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
