import GatehouseStore

extension AccountChange {
    /// The statements of the changes.
    private enum SQL {
        static let insertion = SQLWrite.conditional(SQLText(Account.table.insertion()))
        static let update = SQLWrite.conditional(
            SQLText(Account.table.update(where: "id = $1 AND revision = \(Account.table.nextParameter)"))
        )
        static let insertionOfName = SQLWrite.conditional(SQLText(AccountName.table.insertion()))
        static let deletionOfNames = SQLWrite.unconditional(
            "DELETE FROM account_identifiers WHERE account_id = $1"
        )
        /// Locks the row exclusively: two commits with a shared lock that both update it would deadlock.
        static let requirement = SQLWrite.requirement(
            sqlite: "UPDATE accounts SET revision = revision WHERE id = ?1 AND credentials_revision = ?2",
            postgres: """
                WITH found AS (
                    SELECT 1 FROM accounts WHERE id = $1 AND credentials_revision = $2 FOR NO KEY UPDATE
                ) SELECT 1 / count(*) FROM found
                """
        )
        static let rehash = SQLWrite.conditional(
            """
            UPDATE accounts SET password_hash = $1, revision = revision + 1 WHERE id = $2 AND credentials_revision = $3
            """
        )
        static let use = SQLWrite.unconditional(
            """
            \(FactorUse.table.insertionWithoutConflict)
            ON CONFLICT (account_id, factor) DO UPDATE SET last_used_at = excluded.last_used_at
            """
        )
        /// Keeps the trust in the browser unless it is set anew.
        static let browser = SQLWrite.unconditional(
            """
            \(KnownBrowser.table.insertionWithoutConflict)
            ON CONFLICT (account_id, hash) DO UPDATE SET
                last_seen_at = excluded.last_seen_at, expires_at = excluded.expires_at,
                trusted_until = coalesce(excluded.trusted_until, known_browsers.trusted_until)
            """
        )
        static let distrust = SQLWrite.unconditional(
            "UPDATE known_browsers SET trusted_until = NULL WHERE account_id = $1 AND trusted_until IS NOT NULL"
        )
        static let deletionOfBrowsers = SQLWrite.unconditional("DELETE FROM known_browsers WHERE account_id = $1")
        static let deletion = SQLWrite.conditional("DELETE FROM accounts WHERE id = $1")
        static let anonymization = SQLWrite.unconditional(
            "UPDATE audit_events SET address = NULL, request_id = NULL WHERE account_id = $1"
        )
    }

    /// Appends the statements of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let account):
            batch.append(SQL.insertion, try Account.table.values(of: account))
            try insertNames(of: account, to: &batch)
        case .update(let account):
            batch.append(SQL.update, try Account.table.values(of: account) + [.integer(account.revision - 1)])
            batch.append(SQL.deletionOfNames, [.value(account.id)])
            try insertNames(of: account, to: &batch)
        case .requireRevision(let id, let revision):
            batch.append(SQL.requirement, [.value(id), .integer(revision)])
        case .rehash(let id, let hash, let revision):
            batch.append(SQL.rehash, [.text(hash), .value(id), .integer(revision)])
        case .recordUse(let use):
            batch.append(SQL.use, try FactorUse.table.values(of: use))
        case .recordBrowser(let browser):
            batch.append(SQL.browser, try KnownBrowser.table.values(of: browser))
        case .distrustBrowsers(let id):
            batch.append(SQL.distrust, [.value(id)])
        case .forgetBrowsers(let id):
            batch.append(SQL.deletionOfBrowsers, [.value(id)])
        case .delete(let id):
            batch.append(SQL.deletion, [.value(id)])
            batch.append(SQL.anonymization, [.value(id)])
            DueLogoutNotices.append(account: id, to: &batch)
        }
    }

    private func insertNames(of account: Account, to batch: inout StatementBatch) throws(StoreError) {
        for (position, identifier) in account.identifiers.enumerated() {
            let name = AccountName(accountID: account.id, position: position, identifier: identifier)
            batch.append(SQL.insertionOfName, try AccountName.table.values(of: name))
        }
    }
}

extension CustomFieldsChange {
    /// The statements of the changes.
    private enum SQL {
        static let upsert = SQLWrite.unconditional(
            """
            INSERT INTO custom_fields (account_id, client_id, fields) VALUES ($1, $2, $3)
            ON CONFLICT (account_id, client_id) DO UPDATE SET fields = excluded.fields
            """
        )
        static let deletion = SQLWrite.unconditional(
            "DELETE FROM custom_fields WHERE account_id = $1 AND client_id = $2"
        )
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .put(let fields):
            batch.append(SQL.upsert, [.value(fields.accountID), .value(fields.clientID), try .json(fields.values)])
        case .remove(let account, let client):
            batch.append(SQL.deletion, [.value(account), .value(client)])
        }
    }
}

extension ClientChange {
    /// The statements of the changes.
    private enum SQL {
        static let insertion = SQLWrite.conditional(SQLText(Client.table.insertion()))
        static let update = SQLWrite.conditional(
            SQLText(
                Client.table.update(where: "id = $1 AND revision = coalesce(\(Client.table.nextParameter), revision)")
            )
        )
        static let deletionMark = SQLWrite.conditional(
            "UPDATE clients SET deleted_at = $1, revision = revision + 1 WHERE id = $2 AND deleted_at IS NULL"
        )
        static let deletion = SQLWrite.conditional("DELETE FROM clients WHERE id = $1")
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let client):
            batch.append(SQL.insertion, try Client.table.values(of: client))
        case .update(let client, let revision):
            batch.append(SQL.update, try Client.table.values(of: client) + [.int64(revision.map(Int64.init))])
        case .markDeleted(let id, let date):
            batch.append(SQL.deletionMark, [.date(date), .value(id)])
        case .delete(let id):
            batch.append(SQL.deletion, [.value(id)])
        }
    }
}

extension ConsentChange {
    /// The statements of the changes.
    private enum SQL {
        static let upsert = SQLWrite.unconditional(
            """
            INSERT INTO consents (account_id, client_id, scopes, declined_scopes, claims, granted_at)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (account_id, client_id) DO UPDATE SET
                scopes = excluded.scopes, declined_scopes = excluded.declined_scopes,
                claims = excluded.claims, granted_at = excluded.granted_at
            """
        )
        static let deletion: SQLText = "DELETE FROM consents WHERE account_id = $1 AND client_id = $2"
        static let removal = SQLWrite.unconditional(deletion)
        static let withdrawal = SQLWrite.conditional(deletion)
        static let deletionOfCodes = SQLWrite.unconditional(
            "DELETE FROM codes WHERE account_id = $1 AND client_id = $2"
        )
        static let endOfSessions = SQLWrite.unconditional(
            """
            UPDATE sessions SET ended_at = $1, end_reason = $2
            WHERE account_id = $3 AND client_id = $4 AND ended_at IS NULL AND expires_at > $1
            """
        )
        static let deletionOfDevices = SQLWrite.unconditional(
            "DELETE FROM devices WHERE approved_account_id = $1 AND client_id = $2"
        )
    }

    /// Appends the statements of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .put(let consent):
            batch.append(SQL.upsert, try Consent.table.values(of: consent))
        case .remove(let account, let client):
            batch.append(SQL.removal, [.value(account), .value(client)])
        case .withdraw(let account, let client, let reason, let date):
            // Codes and devices first: a redemption in progress locks them, and its session becomes visible afterwards.
            let key: [SQLValue] = [.value(account), .value(client)]
            batch.append(SQL.deletionOfCodes, key)
            batch.append(SQL.deletionOfDevices, key)
            batch.append(SQL.endOfSessions, [.date(date), .value(reason)] + key)
            DueLogoutNotices.append(account: account, client: client, to: &batch)
            batch.append(SQL.withdrawal, key)
        }
    }
}
