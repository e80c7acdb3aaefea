package import GatehouseStore

extension FactorUse {
    static let table = SQLTable<FactorUse>(
        "factor_uses",
        [
            ("account_id", { .value($0.accountID) }),
            ("factor", { .value($0.factor) }),
            ("last_used_at", { .date($0.lastUsedAt) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            accountID: try row.value("account_id"),
            factor: try row.value("factor"),
            lastUsedAt: try row.date("last_used_at")
        )
    }

    package static let byAccount: SQLText = "\(table.selection) WHERE account_id = $1 ORDER BY factor"
}

extension KnownBrowser {
    static let table = SQLTable<KnownBrowser>(
        "known_browsers",
        [
            ("account_id", { .value($0.accountID) }),
            ("hash", { .text($0.hash) }),
            ("first_seen_at", { .date($0.firstSeenAt) }),
            ("last_seen_at", { .date($0.lastSeenAt) }),
            ("expires_at", { .date($0.expiresAt) }),
            ("trusted_until", { .optionalDate($0.trustedUntil) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            accountID: try row.value("account_id"),
            hash: try row.text("hash"),
            firstSeenAt: try row.date("first_seen_at"),
            lastSeenAt: try row.date("last_seen_at"),
            expiresAt: try row.date("expires_at"),
            trustedUntil: try row.optionalDate("trusted_until")
        )
    }

    package static let byAccount: SQLText = "\(table.selection) WHERE account_id = $1 ORDER BY first_seen_at, hash"
}
