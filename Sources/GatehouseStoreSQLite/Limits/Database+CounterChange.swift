import GRDB
import GatehouseStore

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
