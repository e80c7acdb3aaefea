import GRDB
import GatehouseStore

extension Database {
    func apply(_ change: MailChange) throws -> Bool {
        switch change {
        case .enqueue(let mail):
            return try insert(
                into: "mail",
                [
                    "id": mail.id.rawValue,
                    "sealed_message": mail.sealedMessage,
                    "created_at": mail.createdAt.milliseconds,
                    "attempts": mail.attempts,
                    "next_attempt_at": mail.nextAttemptAt.milliseconds,
                    "expires_at": mail.expiresAt.milliseconds,
                ]
            )
        case .remove(let id):
            try run("DELETE FROM mail WHERE id = ?", [id.rawValue])
        case .postpone(let id, let attempts, let date):
            let sql = "UPDATE mail SET attempts = ?, next_attempt_at = ? WHERE id = ?"
            try run(sql, [attempts, date.milliseconds, id.rawValue])
        }
        return true
    }
}
