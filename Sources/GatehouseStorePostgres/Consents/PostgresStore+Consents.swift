package import GatehouseStore

extension PostgresStore {
    package func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent? {
        let sql: SQL = """
            \(Self.consentSelection) WHERE account_id = \(account.rawValue) AND client_id = \(client.rawValue)
            """
        return try await first("consent", sql, Consent.init)
    }

    package func consents(of account: Account.ID) async throws(StoreError) -> [Consent] {
        try await all(
            "consent",
            "\(Self.consentSelection) WHERE account_id = \(account.rawValue) ORDER BY granted_at DESC",
            Consent.init
        )
    }

    private static let consentSelection: SQL =
        "SELECT account_id, client_id, scopes, declined_scopes, claims, granted_at FROM consents"
}

extension Consent {
    fileprivate init(_ row: RowReader) throws(StoreError) {
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
