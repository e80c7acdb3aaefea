import GRDB
package import GatehouseStore

extension SQLiteStore {
    package func account(_ id: Account.ID) async throws(StoreError) -> Account? {
        try await read { db in try db.account(id) }
    }

    package func account(_ kind: AccountIdentifier.Kind, _ value: String) async throws(StoreError) -> Account? {
        try await read { db in
            try db.first("account", Database.accountByName, [kind.rawValue, value]) { try db.account($0) }
        }
    }

    package func customFields(
        of account: Account.ID,
        in client: Client.ID
    ) async throws(StoreError) -> CustomFields? {
        let sql = "SELECT fields FROM custom_fields WHERE account_id = ? AND client_id = ?"
        return try await read { db in
            try db.first("custom fields", sql, [account.rawValue, client.rawValue]) { row in
                CustomFields(accountID: account, clientID: client, values: try row.json("fields"))
            }
        }
    }

    package func accounts(after id: Account.ID?, limit: Int) async throws(StoreError) -> [Account] {
        let order = "ORDER BY created_at, sequence LIMIT ?"
        guard let id else {
            let sql = "\(Database.accountSelection) \(order)"
            return try await readLongRunning { db in try db.all("account", sql, [limit]) { try db.account($0) } }
        }
        let condition = "(created_at, sequence) > (SELECT created_at, sequence FROM accounts WHERE id = ?)"
        let sql = "\(Database.accountSelection) WHERE \(condition) \(order)"
        return try await readLongRunning { db in
            try db.all("account", sql, [id.rawValue, limit]) { try db.account($0) }
        }
    }
}

extension Database {
    func account(_ id: Account.ID) throws -> Account? {
        try first("account", Self.accountByID, [id.rawValue]) { try account($0) }
    }

    fileprivate func account(_ row: SQLiteRow) throws -> Account {
        let id: Account.ID = try row.value("id")
        let sql =
            "SELECT kind, value, spelling, verified_at FROM account_identifiers WHERE account_id = ? ORDER BY position"
        return Account(
            id: id,
            identifiers: try all("account identifier", sql, [id.rawValue]) { row in
                AccountIdentifier(
                    kind: try row.value("kind"),
                    value: try row.text("value"),
                    spelling: try row.optionalText("spelling"),
                    verifiedAt: try row.optionalDate("verified_at")
                )
            },
            pending: try row.json("pending"),
            registeredBy: try row.optionalValue("registered_by"),
            passwordHash: try row.optionalText("password_hash"),
            attributes: try row.json("attributes"),
            createdAt: try row.date("created_at"),
            updatedAt: try row.date("updated_at"),
            disabledAt: try row.optionalDate("disabled_at"),
            revision: try row.integer("revision"),
            credentialsRevision: try row.integer("credentials_revision")
        )
    }

    fileprivate static let accountSelection = """
        SELECT id, pending, registered_by, password_hash, attributes, created_at, updated_at, disabled_at, revision,
            credentials_revision
        FROM accounts
        """
    private static let accountByID = "\(accountSelection) WHERE id = ?"
    fileprivate static let accountByName = """
        \(accountSelection) WHERE id = (SELECT account_id FROM account_identifiers WHERE kind = ? AND value = ?)
        """
}
