package import GatehouseStore

extension InitialAccessToken {
    static let table = SQLTable<InitialAccessToken>(
        "initial_access_tokens",
        [
            ("id", { .value($0.id) }),
            ("note", { .text($0.note) }),
            ("remaining", { .optionalInteger($0.remaining) }),
            ("created_at", { .date($0.createdAt) }),
            ("expires_at", { .date($0.expiresAt) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            note: try row.text("note"),
            remaining: try row.optionalInteger("remaining"),
            createdAt: try row.date("created_at"),
            expiresAt: try row.date("expires_at")
        )
    }

    package static let byID: SQLText = "\(table.selection) WHERE id = $1"
    package static let all: SQLText = "\(table.selection) ORDER BY created_at, sequence"
}
