package import GatehouseStore

extension Credential {
    static let table = SQLTable<Credential>(
        "credentials",
        [
            ("id", { .value($0.id) }),
            ("account_id", { .value($0.accountID) }),
            ("factor", { .value($0.factor) }),
            ("name", { .text($0.name) }),
            ("created_at", { .date($0.createdAt) }),
            ("last_used_at", { .optionalDate($0.lastUsedAt) }),
            ("state", { .data($0.state) }),
            ("revision", { .integer($0.revision) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            accountID: try row.value("account_id"),
            factor: try row.value("factor"),
            name: try row.text("name"),
            createdAt: try row.date("created_at"),
            lastUsedAt: try row.optionalDate("last_used_at"),
            state: try row.data("state"),
            revision: try row.integer("revision")
        )
    }

    package static let byID: SQLText = "\(table.selection) WHERE id = $1"
    package static let byAccount: SQLText = "\(table.selection) WHERE account_id = $1 ORDER BY created_at, sequence"
}
