import GRDB
import GatehouseStore
import GatehouseWire

extension Database {
    /// Applies a change and returns whether its condition held.
    func apply(_ change: Change) throws -> Bool {
        switch change {
        case .account(let change): try apply(change)
        case .customFields(let change): try apply(change)
        case .client(let change): try apply(change)
        case .consent(let change): try apply(change)
        case .flow(let change): try apply(change)
        case .code(let change): try apply(change)
        case .session(let change): try apply(change)
        case .browserSession(let change): try apply(change)
        case .device(let change): try apply(change)
        case .key(let change): try apply(change)
        case .mail(let change): try apply(change)
        case .counter(let change): try apply(change)
        case .audit(let event): try append(event)
        case .revokeToken(let id, let until): try revokeToken(id, until: until)
        }
    }
}

extension Database {
    func apply(_ change: KeyChange) throws -> Bool {
        switch change {
        case .insert(let key):
            return try insert(
                into: "keys",
                [
                    "id": key.id.rawValue,
                    "algorithm": key.algorithm.rawValue,
                    "sealed_private_key": key.sealedPrivateKey,
                    "created_at": key.createdAt.milliseconds,
                    "retired_at": key.retiredAt?.milliseconds,
                    "expires_at": key.expiresAt?.milliseconds,
                ],
                where: "NOT EXISTS (SELECT 1 FROM keys WHERE algorithm = ? AND retired_at IS NULL)",
                [key.algorithm.rawValue]
            )
        case .retire(let id, let date, let expiresAt):
            return try update(
                "keys",
                ["retired_at": date.milliseconds, "expires_at": expiresAt.milliseconds],
                where: "id = ? AND retired_at IS NULL",
                [id.rawValue]
            ) == 1
        case .delete(let id):
            try run("DELETE FROM keys WHERE id = ?", [id.rawValue])
            return true
        }
    }
}

extension Database {
    func apply(_ change: MessageChange) throws -> Bool {
        switch change {
        case .enqueue(let message):
            return try insert(
                into: "messages",
                [
                    "id": message.id.rawValue,
                    "sealed_message": message.sealedMessage,
                    "created_at": message.createdAt.milliseconds,
                    "attempts": message.attempts,
                    "next_attempt_at": message.nextAttemptAt.milliseconds,
                    "expires_at": message.expiresAt.milliseconds,
                ]
            )
        case .remove(let id):
            try run("DELETE FROM messages WHERE id = ?", [id.rawValue])
        case .postpone(let id, let attempts, let date):
            let sql = "UPDATE messages SET attempts = ?, next_attempt_at = ? WHERE id = ?"
            try run(sql, [attempts, date.milliseconds, id.rawValue])
        }
        return true
    }
}

extension Database {
    func apply(_ change: CounterChange) throws -> Bool {
        switch change {
        case .increment(let key, let limit, let date, let expiresAt):
            let sql = """
                INSERT INTO counters (key, count, expires_at) VALUES (:key, 1, :end)
                ON CONFLICT DO UPDATE SET
                    count = iif(expires_at > :now, count + 1, 1),
                    expires_at = iif(expires_at > :now, expires_at, :end)
                WHERE expires_at <= :now OR count < :limit
                """
            let arguments: StatementArguments = [
                "key": key, "limit": limit, "now": date.milliseconds, "end": expiresAt.milliseconds,
            ]
            return try run(sql, arguments) == 1
        case .decrement(let key, let date):
            let sql = "UPDATE counters SET count = count - 1 WHERE key = ? AND expires_at > ? AND count > 0"
            try run(sql, [key, date.milliseconds])
            return true
        case .reset(let key):
            try run("DELETE FROM counters WHERE key = ?", [key])
            return true
        }
    }
}

extension Database {
    func append(_ event: AuditEvent) throws -> Bool {
        _ = try insert(
            into: "audit_events",
            [
                "id": event.id.rawValue,
                "at": event.at.milliseconds,
                "kind": event.kind.rawValue,
                "account_id": event.accountID?.rawValue,
                "client_id": event.clientID?.rawValue,
                "session_id": event.sessionID?.rawValue,
                "address": event.address,
                "request_id": event.requestID,
                "detail": event.detail,
            ]
        )
        return true
    }
}
