import GatehouseStore
import GatehouseWire

extension StatementBatch {
    mutating func append(_ change: Change) throws(StoreError) {
        switch change {
        case .account(let change): try append(change)
        case .customFields(let change): try append(change)
        case .client(let change): try append(change)
        case .consent(let change): try append(change)
        case .flow(let change): append(change)
        case .code(let change): try append(change)
        case .session(let change): try append(change)
        case .browserSession(let change): try append(change)
        case .device(let change): try append(change)
        case .key(let change): append(change)
        case .mail(let change): append(change)
        case .counter(let change): append(change)
        case .audit(let event): append(event)
        case .revokeToken(let id, let until): revokeToken(id, until: until)
        }
    }
}

extension StatementBatch {
    mutating func append(_ change: KeyChange) {
        switch change {
        case .insert(let key):
            let algorithm = key.algorithm.rawValue
            // If two nodes find no key in use, the index `keys_in_use` lets one of them insert.
            insert(
                into: "keys",
                [
                    "id": key.id.rawValue,
                    "algorithm": key.algorithm.rawValue,
                    "sealed_private_key": key.sealedPrivateKey,
                    "created_at": key.createdAt.milliseconds,
                    "retired_at": key.retiredAt?.milliseconds,
                    "expires_at": key.expiresAt?.milliseconds,
                ],
                where: "NOT EXISTS (SELECT 1 FROM keys WHERE algorithm = \(algorithm) AND retired_at IS NULL)"
            )
        case .retire(let id, let date, let expiresAt):
            update(
                "keys",
                ["retired_at": date.milliseconds, "expires_at": expiresAt.milliseconds],
                where: "id = \(id.rawValue) AND retired_at IS NULL"
            )
        case .delete(let id):
            run("DELETE FROM keys WHERE id = \(id.rawValue)")
        }
    }
}

extension StatementBatch {
    mutating func append(_ change: MessageChange) {
        switch change {
        case .enqueue(let message):
            insert(
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
            run("DELETE FROM messages WHERE id = \(id.rawValue)")
        case .postpone(let id, let attempts, let date):
            run(
                """
                UPDATE messages SET attempts = \(attempts), next_attempt_at = \(date.milliseconds)
                WHERE id = \(id.rawValue)
                """
            )
        }
    }
}

extension StatementBatch {
    mutating func append(_ change: CounterChange) {
        switch change {
        case .increment(let key, let limit, let date, let expiresAt):
            let (now, end) = (date.milliseconds, expiresAt.milliseconds)
            alter(counter: key)
            require(
                """
                INSERT INTO counters (key, count, expires_at) VALUES (\(key), 1, \(end))
                ON CONFLICT (key) DO UPDATE SET
                    count = CASE WHEN counters.expires_at > \(now) THEN counters.count + 1 ELSE 1 END,
                    expires_at = CASE
                        WHEN counters.expires_at > \(now) THEN counters.expires_at ELSE excluded.expires_at
                    END
                WHERE counters.expires_at <= \(now) OR counters.count < \(limit)
                """
            )
        case .decrement(let key, let date):
            alter(counter: key)
            run(
                """
                UPDATE counters SET count = count - 1
                WHERE key = \(key) AND expires_at > \(date.milliseconds) AND count > 0
                """
            )
        case .reset(let key):
            alter(counter: key)
            run("DELETE FROM counters WHERE key = \(key)")
        }
    }
}

extension StatementBatch {
    mutating func append(_ event: AuditEvent) {
        insertIfNew(
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
    }
}
