import GatehouseStore

extension KeyChange {
    /// The statements of the changes.
    private enum SQL {
        /// If two nodes find no key in use, the index `keys_in_use` lets one of them insert.
        static let insertion = SQLWrite.conditional(
            SQLText(
                StoredKey.table.insertion(
                    where: """
                        NOT EXISTS (
                            SELECT 1 FROM keys
                            WHERE algorithm = \(StoredKey.table.parameter("algorithm")) AND retired_at IS NULL
                        )
                        """
                )
            )
        )
        static let retirement = SQLWrite.conditional(
            "UPDATE keys SET retired_at = $1, expires_at = $2 WHERE id = $3 AND retired_at IS NULL"
        )
        static let deletion = SQLWrite.unconditional("DELETE FROM keys WHERE id = $1")
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let key):
            batch.append(SQL.insertion, try StoredKey.table.values(of: key))
        case .retire(let id, let date, let expiresAt):
            batch.append(SQL.retirement, [.date(date), .date(expiresAt), .value(id)])
        case .delete(let id):
            batch.append(SQL.deletion, [.value(id)])
        }
    }
}

extension MessageChange {
    /// The statements of the changes.
    private enum SQL {
        static let insertion = SQLWrite.conditional(SQLText(QueuedMessage.table.insertion()))
        static let deletion = SQLWrite.unconditional("DELETE FROM messages WHERE id = $1")
        static let postponement = SQLWrite.unconditional(
            "UPDATE messages SET attempts = $1, next_attempt_at = $2 WHERE id = $3"
        )
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .enqueue(let message):
            batch.append(SQL.insertion, try QueuedMessage.table.values(of: message))
        case .remove(let id):
            batch.append(SQL.deletion, [.value(id)])
        case .postpone(let id, let attempts, let date):
            batch.append(SQL.postponement, [.integer(attempts), .date(date), .value(id)])
        }
    }
}

extension CounterChange {
    /// The statements of the changes.
    private enum SQL {
        static let increment = SQLWrite.conditional(
            """
            INSERT INTO counters (key, count, expires_at) VALUES ($1, 1, $2)
            \(Counter.addition)
            WHERE counters.expires_at <= $3 OR counters.count < $4
            """
        )
        static let decrement = SQLWrite.unconditional(
            "UPDATE counters SET count = count - 1 WHERE key = $1 AND expires_at > $2 AND count > 0"
        )
        static let reset = SQLWrite.unconditional("DELETE FROM counters WHERE key = $1")
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) {
        switch self {
        case .increment(let key, let limit, let date, let expiresAt):
            batch.append(SQL.increment, counter: key, [.date(expiresAt), .date(date), .integer(limit)])
        case .decrement(let key, let date):
            batch.append(SQL.decrement, counter: key, [.date(date)])
        case .reset(let key):
            batch.append(SQL.reset, counter: key)
        }
    }
}
