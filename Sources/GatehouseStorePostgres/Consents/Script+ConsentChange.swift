import GatehouseStore
import GatehouseWire

extension Script {
    mutating func append(_ change: ConsentChange) throws(StoreError) {
        switch change {
        case .put(let consent):
            let (account, client) = (consent.accountID.rawValue, consent.clientID.rawValue)
            let (scopes, declined) = (consent.scopes.description, consent.declined.description)
            let claims = try StoredJSON.text(consent.claims)
            run(
                """
                INSERT INTO consents (account_id, client_id, scopes, declined_scopes, claims, granted_at)
                VALUES (\(account), \(client), \(scopes), \(declined), \(claims), \(consent.grantedAt.milliseconds))
                ON CONFLICT (account_id, client_id) DO UPDATE SET
                    scopes = excluded.scopes, declined_scopes = excluded.declined_scopes,
                    claims = excluded.claims, granted_at = excluded.granted_at
                """
            )
        case .remove(let account, let client):
            run("DELETE FROM consents WHERE account_id = \(account.rawValue) AND client_id = \(client.rawValue)")
        case .withdraw(let account, let client, let reason, let date):
            // Codes and devices first: a redemption in progress locks its own, and its session is visible only after.
            let (accountID, clientID) = (account.rawValue, client.rawValue)
            run("DELETE FROM codes WHERE account_id = \(accountID) AND client_id = \(clientID)")
            run("DELETE FROM devices WHERE approved_account_id = \(accountID) AND client_id = \(clientID)")
            endSessions(of: client, for: account, reason, at: date)
            require("DELETE FROM consents WHERE account_id = \(accountID) AND client_id = \(clientID)")
        }
    }
}
