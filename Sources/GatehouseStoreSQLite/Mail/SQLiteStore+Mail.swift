package import Foundation
import GRDB
package import GatehouseStore

extension SQLiteStore {
    package func takeDueMail(at now: Date, until: Date, limit: Int) async throws(StoreError) -> [QueuedMail] {
        let sql = """
            UPDATE mail SET next_attempt_at = :until WHERE sequence IN (
                SELECT sequence FROM mail WHERE next_attempt_at <= :now ORDER BY created_at, sequence LIMIT :limit
            ) RETURNING id, sequence, sealed_message, created_at, attempts, next_attempt_at, expires_at
            """
        let arguments: StatementArguments = ["until": until.milliseconds, "now": now.milliseconds, "limit": limit]
        let taken = try await committer.perform { db in
            // The order in which RETURNING answers is not defined.
            try db.all("mail", sql, arguments) { (sequence: try $0.integer("sequence"), mail: try QueuedMail($0)) }
        }
        return taken.sorted { ($0.mail.createdAt, $0.sequence) < ($1.mail.createdAt, $1.sequence) }.map(\.mail)
    }

    package func nextMailDue() async throws(StoreError) -> Date? {
        try await read { db in
            try db.first("mail", "SELECT MIN(next_attempt_at) AS next FROM mail") { try $0.optionalDate("next") } ?? nil
        }
    }
}

extension QueuedMail {
    fileprivate init(_ row: RowReader) throws {
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
