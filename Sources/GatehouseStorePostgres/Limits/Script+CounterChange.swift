import GatehouseStore

extension Script {
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
