package import GatehouseStore

extension LogoutNotice {
    static let table = SQLTable<LogoutNotice>(
        "logout_notices",
        [
            ("id", { .value($0.id) }),
            ("client_id", { .value($0.clientID) }),
            ("account_id", { .value($0.accountID) }),
            ("browser_session_id", { .optionalValue($0.browserSessionID) }),
            ("expires_at", { .date($0.expiresAt) }),
            ("is_due", { .bool($0.isDue) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            clientID: try row.value("client_id"),
            accountID: try row.value("account_id"),
            browserSessionID: try row.optionalValue("browser_session_id"),
            expiresAt: try row.date("expires_at"),
            isDue: try row.bool("is_due")
        )
    }

    package static let due: SQLText = "\(table.selection) WHERE is_due ORDER BY id LIMIT $1"
}
