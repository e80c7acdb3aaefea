import GatehouseStore
import GatehouseWire

extension Script {
    mutating func append(_ change: ConsentChange) {
        switch change {
        case .put(let consent):
            let (account, client) = (consent.accountID.rawValue, consent.clientID.rawValue)
            let (scopes, declined) = (consent.scopes.description, consent.declined.description)
            run(
                """
                INSERT INTO consents (account_id, client_id, scopes, declined_scopes, granted_at)
                VALUES (\(account), \(client), \(scopes), \(declined), \(consent.grantedAt.milliseconds))
                ON CONFLICT (account_id, client_id) DO UPDATE SET
                    scopes = excluded.scopes, declined_scopes = excluded.declined_scopes,
                    granted_at = excluded.granted_at
                """
            )
        case .remove(let account, let client):
            run("DELETE FROM consents WHERE account_id = \(account.rawValue) AND client_id = \(client.rawValue)")
        }
    }
}
