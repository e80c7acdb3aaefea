import GRDB
import GatehouseStore

extension Database {
    func apply(_ change: BrowserSessionChange) throws -> Bool {
        switch change {
        case .insert(let session):
            return try insert(
                into: "browser_sessions",
                [
                    "id": session.id.rawValue,
                    "secret_hash": session.secretHash,
                    "account_id": session.accountID.rawValue,
                    "authenticated_at": session.authenticatedAt.milliseconds,
                    "methods": StoredJSON.text(session.methods),
                    "created_at": session.createdAt.milliseconds,
                    "expires_at": session.expiresAt.milliseconds,
                    "ended_at": session.endedAt?.milliseconds,
                ]
            )
        case .renew(let session):
            let sql = """
                UPDATE OR IGNORE browser_sessions
                SET secret_hash = ?, authenticated_at = ?, methods = ?, expires_at = ?
                WHERE id = ? AND account_id = ? AND ended_at IS NULL
                """
            let arguments: StatementArguments = [
                session.secretHash, session.authenticatedAt.milliseconds, try StoredJSON.text(session.methods),
                session.expiresAt.milliseconds, session.id.rawValue, session.accountID.rawValue,
            ]
            return try run(sql, arguments) == 1
        case .end(let id, let date):
            let sql = "UPDATE browser_sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL"
            try run(sql, [date.milliseconds, id.rawValue])
        case .endAll(account: let id, let date):
            let sql = "UPDATE browser_sessions SET ended_at = ? WHERE account_id = ? AND ended_at IS NULL"
            try run(sql, [date.milliseconds, id.rawValue])
        }
        return true
    }
}
