import GRDB
package import GatehouseStore

extension SQLiteStore {
    package func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent? {
        let sql = """
            SELECT account_id, client_id, scopes, declined_scopes, claims, granted_at FROM consents
            WHERE account_id = ? AND client_id = ?
            """
        return try await read { db in
            try db.first("consent", sql, [account.rawValue, client.rawValue]) { row in
                Consent(
                    accountID: try row.value("account_id"),
                    clientID: try row.value("client_id"),
                    scopes: try row.scopes("scopes"),
                    declined: try row.scopes("declined_scopes"),
                    claims: try row.sharedJSON("claims"),
                    grantedAt: try row.date("granted_at")
                )
            }
        }
    }
}
