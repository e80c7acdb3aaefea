package import GatehouseStore

extension PostgresStore {
    package func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent? {
        let sql: SQL = """
            SELECT account_id, client_id, scopes, declined_scopes, claims, granted_at FROM consents
            WHERE account_id = \(account.rawValue) AND client_id = \(client.rawValue)
            """
        return try await first("consent", sql) { row throws(StoreError) in
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
