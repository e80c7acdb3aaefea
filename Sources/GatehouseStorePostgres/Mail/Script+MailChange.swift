import GatehouseStore

extension Script {
    mutating func append(_ change: MailChange) {
        switch change {
        case .enqueue(let mail):
            insert(
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
            run("DELETE FROM mail WHERE id = \(id.rawValue)")
        case .postpone(let id, let attempts, let date):
            run(
                """
                UPDATE mail SET attempts = \(attempts), next_attempt_at = \(date.milliseconds)
                WHERE id = \(id.rawValue)
                """
            )
        }
    }
}
