package import Foundation
package import GatehouseStore

extension PostgresStore {
    package func takeDueMail(at now: Date, until: Date, limit: Int) async throws(StoreError) -> [QueuedMail] {
        // What another node is just taking is passed over, not waited for.
        let sql: SQL = """
            WITH due AS (
                SELECT id FROM mail WHERE next_attempt_at <= \(now.milliseconds)
                ORDER BY created_at, sequence LIMIT \(limit) FOR UPDATE SKIP LOCKED
            )
            UPDATE mail SET next_attempt_at = \(until.milliseconds) WHERE id IN (SELECT id FROM due)
            RETURNING id, sequence, sealed_message, created_at, attempts, next_attempt_at, expires_at
            """
        let taken = try await write(sql) { rows throws(StoreError) in
            // The order in which RETURNING answers is not defined.
            try rows.all("mail") { row throws(StoreError) in
                (sequence: try row.integer("sequence"), mail: try QueuedMail(row))
            }
        }
        return taken.sorted { ($0.mail.createdAt, $0.sequence) < ($1.mail.createdAt, $1.sequence) }.map(\.mail)
    }

    package func nextMailDue() async throws(StoreError) -> Date? {
        let next = try await first("mail", "SELECT MIN(next_attempt_at) AS next FROM mail") { row throws(StoreError) in
            try row.optionalDate("next")
        }
        return next ?? nil
    }
}

extension QueuedMail {
    fileprivate init(_ row: RowReader) throws(StoreError) {
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
