package import GatehouseStore
import GatehouseWire

extension StoredKey {
    static let table = SQLTable<StoredKey>(
        "keys",
        [
            ("id", { .value($0.id) }),
            ("algorithm", { .value($0.algorithm) }),
            ("sealed_private_key", { .data($0.sealedPrivateKey) }),
            ("created_at", { .date($0.createdAt) }),
            ("retired_at", { .optionalDate($0.retiredAt) }),
            ("expires_at", { .optionalDate($0.expiresAt) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            algorithm: try row.value("algorithm"),
            sealedPrivateKey: try row.data("sealed_private_key"),
            createdAt: try row.date("created_at"),
            retiredAt: try row.optionalDate("retired_at"),
            expiresAt: try row.optionalDate("expires_at")
        )
    }

    package static let all: SQLText = "\(table.selection) ORDER BY created_at, sequence"
}

extension QueuedMessage {
    static let table = SQLTable<QueuedMessage>(
        "messages",
        [
            ("id", { .value($0.id) }),
            ("kind", { .value($0.kind) }),
            ("sealed_message", { .data($0.sealedMessage) }),
            ("created_at", { .date($0.createdAt) }),
            ("attempts", { .integer($0.attempts) }),
            ("next_attempt_at", { .date($0.nextAttemptAt) }),
            ("expires_at", { .date($0.expiresAt) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            kind: try row.value("kind"),
            sealedMessage: try row.data("sealed_message"),
            createdAt: try row.date("created_at"),
            attempts: try row.integer("attempts"),
            nextAttemptAt: try row.date("next_attempt_at"),
            expiresAt: try row.date("expires_at")
        )
    }

    /// Postpones due messages of a kind and returns them, in any order; skips those that another node is leasing.
    package static let lease: SQLText = """
        WITH due AS (
            SELECT id FROM messages WHERE kind = $1 AND next_attempt_at <= $2
            ORDER BY next_attempt_at, sequence LIMIT $3
            {FOR UPDATE SKIP LOCKED}
        )
        UPDATE messages SET next_attempt_at = $4 WHERE id IN (SELECT id FROM due)
        RETURNING \(table.columnList), sequence
        """
    package static let nextDue: SQLText = "SELECT min(next_attempt_at) AS next FROM messages"
}

extension Counter {
    package init(row: SQLRow) throws(StoreError) {
        self.init(
            key: try row.text("key"),
            count: try row.integer("count"),
            expiresAt: try row.date("expires_at")
        )
    }

    package static let openByKey: SQLText = """
        SELECT key, count, expires_at FROM counters WHERE key = $1 AND expires_at > $2
        """

    /// The part of an `INSERT` that adds to an open window, and replaces one that has ended.
    ///
    /// Parameter 3 is the current time.
    package static let addition = """
        ON CONFLICT (key) DO UPDATE SET
            count = excluded.count + CASE WHEN counters.expires_at > $3 THEN counters.count ELSE 0 END,
            expires_at = CASE WHEN counters.expires_at > $3 THEN counters.expires_at ELSE excluded.expires_at END
        """
}
