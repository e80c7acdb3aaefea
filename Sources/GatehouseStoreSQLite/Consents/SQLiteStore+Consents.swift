import GRDB
package import GatehouseStore

extension SQLiteStore {
    package func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent? {
        let sql = "\(Consent.selection) WHERE account_id = ? AND client_id = ?"
        return try await read { db in
            try db.first("consent", sql, [account.rawValue, client.rawValue], Consent.init)
        }
    }

    package func consents(of account: Account.ID) async throws(StoreError) -> [Consent] {
        let sql = "\(Consent.selection) WHERE account_id = ? ORDER BY granted_at DESC"
        return try await read { db in try db.all("consent", sql, [account.rawValue], Consent.init) }
    }
}

extension Consent {
    fileprivate static let selection =
        "SELECT account_id, client_id, scopes, declined_scopes, claims, granted_at FROM consents"

    fileprivate init(_ row: RowReader) throws {
        self.init(
            accountID: try row.value("account_id"),
            clientID: try row.value("client_id"),
            scopes: try row.scopes("scopes"),
            declined: try row.scopes("declined_scopes"),
            claims: try row.sharedJSON("claims"),
            grantedAt: try row.date("granted_at")
        )
    }
}
