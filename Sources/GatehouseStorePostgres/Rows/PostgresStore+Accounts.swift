package import GatehouseStore

extension PostgresStore {
    package func account(_ id: Account.ID) async throws(StoreError) -> Account? {
        try await accounts("SELECT * FROM accounts WHERE id = \(id.rawValue)").first
    }

    /// Returns the account of a session.
    func account(of session: Session.ID) async throws(StoreError) -> Account? {
        try await accounts(
            "SELECT * FROM accounts WHERE id = (SELECT account_id FROM sessions WHERE id = \(session.rawValue))"
        ).first
    }

    package func account(_ kind: AccountIdentifier.Kind, _ value: String) async throws(StoreError) -> Account? {
        try await accounts(
            """
            SELECT * FROM accounts WHERE id = (
                SELECT account_id FROM account_identifiers WHERE kind = \(kind.rawValue) AND value = \(value)
            )
            """
        ).first
    }

    package func customFields(
        of account: Account.ID,
        in client: Client.ID
    ) async throws(StoreError) -> CustomFields? {
        let sql: SQL = """
            SELECT fields FROM custom_fields WHERE account_id = \(account.rawValue) AND client_id = \(client.rawValue)
            """
        return try await first("custom fields", sql) { row throws(StoreError) in
            CustomFields(accountID: account, clientID: client, values: try row.json("fields"))
        }
    }

    package func accounts(after id: Account.ID?, limit: Int) async throws(StoreError) -> [Account] {
        let order: SQL = "ORDER BY created_at, sequence LIMIT \(limit)"
        guard let id else { return try await accounts("SELECT * FROM accounts \(order)") }
        return try await accounts(
            """
            SELECT * FROM accounts
            WHERE (created_at, sequence) > (SELECT created_at, sequence FROM accounts WHERE id = \(id.rawValue)) \(order)
            """
        )
    }

    /// Returns accounts with their identifiers, in order of creation, in one statement for a consistent result.
    private func accounts(_ selection: SQL) async throws(StoreError) -> [Account] {
        let sql: SQL = """
            SELECT found.id, found.pending, found.registered_by, found.password_hash, found.attributes,
                found.created_at, found.updated_at, found.disabled_at, found.revision, found.credentials_revision,
                names.kind, names.value, names.spelling, names.verified_at
            FROM (\(selection)) AS found LEFT JOIN account_identifiers AS names ON names.account_id = found.id
            ORDER BY found.created_at, found.sequence, names.position
            """
        return try await read(sql) { rows throws(StoreError) in
            var accounts: [Account] = []
            _ = try rows.all("account") { row throws(StoreError) in
                let id: Account.ID = try row.value("id")
                let name = try row.optionalText("kind") == nil ? [] : [AccountIdentifier(row)]
                if let last = accounts.last, last.id == id {
                    // Creates a new value, because adding identifiers later would change the revision of the
                    // credentials.
                    accounts[accounts.count - 1] = try Account(id, last.identifiers + name, row)
                } else {
                    accounts.append(try Account(id, name, row))
                }
            }
            return accounts
        }
    }
}

extension Account {
    fileprivate init(_ id: ID, _ identifiers: [AccountIdentifier], _ row: PostgresRow) throws(StoreError) {
        self.init(
            id: id,
            identifiers: identifiers,
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
}

extension AccountIdentifier {
    fileprivate init(_ row: PostgresRow) throws(StoreError) {
        self.init(
            kind: try row.value("kind"),
            value: try row.text("value"),
            spelling: try row.optionalText("spelling"),
            verifiedAt: try row.optionalDate("verified_at")
        )
    }
}
