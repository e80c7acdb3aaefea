import GRDB
import GatehouseStore
import GatehouseWire

extension Database {
    func apply(_ change: ConsentChange) throws -> Bool {
        switch change {
        case .put(let consent):
            let sql = """
                INSERT INTO consents (account_id, client_id, scopes, declined_scopes, claims, granted_at)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET scopes = excluded.scopes, declined_scopes = excluded.declined_scopes,
                    claims = excluded.claims, granted_at = excluded.granted_at
                """
            try run(
                sql,
                [
                    consent.accountID.rawValue, consent.clientID.rawValue, consent.scopes.description,
                    consent.declined.description, try StoredJSON.text(consent.claims),
                    consent.grantedAt.milliseconds,
                ]
            )
        case .remove(let accountID, let clientID):
            let sql = "DELETE FROM consents WHERE account_id = ? AND client_id = ?"
            try run(sql, [accountID.rawValue, clientID.rawValue])
        case .withdraw(let account, let client, let reason, let date):
            let names: StatementArguments = [account.rawValue, client.rawValue]
            try run("DELETE FROM codes WHERE account_id = ? AND client_id = ?", names)
            try run("DELETE FROM devices WHERE approved_account_id = ? AND client_id = ?", names)
            try endSessions(of: client, for: account, reason, at: date)
            return try run("DELETE FROM consents WHERE account_id = ? AND client_id = ?", names) == 1
        }
        return true
    }
}
