import GRDB
import GatehouseStore
import GatehouseWire

extension Database {
    func apply(_ change: AccountChange) throws -> Bool {
        switch change {
        case .insert(let account):
            let isNew = try insert(
                into: "accounts",
                [
                    "id": account.id.rawValue,
                    "pending": JSONColumnCoding.text(account.pending),
                    "registered_by": account.registeredBy?.rawValue,
                    "password_hash": account.passwordHash,
                    "attributes": JSONColumnCoding.text(account.attributes),
                    "created_at": account.createdAt.milliseconds,
                    "updated_at": account.updatedAt.milliseconds,
                    "disabled_at": account.disabledAt?.milliseconds,
                    "revision": account.revision,
                    "credentials_revision": account.credentialsRevision,
                ]
            )
            return try isNew && insertIdentifiers(of: account)
        case .update(let account):
            let count = try update(
                "accounts",
                [
                    "pending": JSONColumnCoding.text(account.pending),
                    "registered_by": account.registeredBy?.rawValue,
                    "password_hash": account.passwordHash,
                    "attributes": JSONColumnCoding.text(account.attributes),
                    "created_at": account.createdAt.milliseconds,
                    "updated_at": account.updatedAt.milliseconds,
                    "disabled_at": account.disabledAt?.milliseconds,
                    "revision": account.revision,
                    "credentials_revision": account.credentialsRevision,
                ],
                where: "id = ? AND revision = ?",
                [account.id.rawValue, account.revision - 1]
            )
            guard count == 1 else { return false }
            try run("DELETE FROM account_identifiers WHERE account_id = ?", [account.id.rawValue])
            return try insertIdentifiers(of: account)
        case .requireRevision(let id, let revision):
            return try run(
                "UPDATE accounts SET revision = revision WHERE id = ? AND credentials_revision = ?",
                [id.rawValue, revision]
            ) == 1
        case .rehash(let id, let hash, let revision):
            return try run(
                """
                UPDATE accounts SET password_hash = ?, revision = revision + 1
                WHERE id = ? AND credentials_revision = ?
                """,
                [hash, id.rawValue, revision]
            ) == 1
        case .delete(let id):
            return try run("DELETE FROM accounts WHERE id = ?", [id.rawValue]) == 1
        }
    }

    private func insertIdentifiers(of account: Account) throws -> Bool {
        try account.identifiers.enumerated().allSatisfy { position, identifier in
            try insert(
                into: "account_identifiers",
                [
                    "kind": identifier.kind.rawValue,
                    "value": identifier.value,
                    "spelling": identifier.spelling == identifier.value ? nil : identifier.spelling,
                    "account_id": account.id.rawValue,
                    "position": position,
                    "verified_at": identifier.verifiedAt?.milliseconds,
                ]
            )
        }
    }
}

extension Database {
    func apply(_ change: CustomFieldsChange) throws -> Bool {
        switch change {
        case .put(let fields):
            let sql = """
                INSERT INTO custom_fields (account_id, client_id, fields) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET fields = excluded.fields
                """
            try run(
                sql,
                [fields.accountID.rawValue, fields.clientID.rawValue, JSONColumnCoding.text(fields.values)]
            )
        case .remove(let accountID, let clientID):
            let sql = "DELETE FROM custom_fields WHERE account_id = ? AND client_id = ?"
            try run(sql, [accountID.rawValue, clientID.rawValue])
        }
        return true
    }
}

extension Database {
    func apply(_ change: ClientChange) throws -> Bool {
        switch change {
        case .insert(let client): try insert(into: "clients", columns(of: client))
        case .update(let client, let revision):
            try update(
                "clients",
                columns(of: client),
                where: "id = ? AND revision = coalesce(?, revision)",
                [client.id.rawValue, revision]
            ) == 1
        case .delete(let id): try run("DELETE FROM clients WHERE id = ?", [id.rawValue]) == 1
        }
    }

    private func columns(of client: Client) throws -> KeyValuePairs<String, Value> {
        [
            "id": client.id.rawValue,
            "name": client.name,
            "logo_uri": client.logoURI,
            "tos_uri": client.termsOfServiceURI,
            "policy_uri": client.policyURI,
            "secret_hash": client.secretHash,
            "previous_secrets": try JSONColumnCoding.text(client.previousSecrets),
            "token_endpoint_auth_method": client.tokenEndpointAuthMethod.rawValue,
            "redirect_uris": try JSONColumnCoding.text(client.redirectURIs),
            "post_logout_redirect_uris": try JSONColumnCoding.text(client.postLogoutRedirectURIs),
            "grant_types": try JSONColumnCoding.text(client.grantTypes),
            "scopes": client.scopes.description,
            "requires_pkce": client.requiresPKCE,
            "may_omit_redirect_uri": client.mayOmitRedirectURI,
            "id_token_algorithm": client.idTokenAlgorithm.rawValue,
            "skips_consent": client.skipsConsent,
            "attributes": try JSONColumnCoding.text(client.attributes),
            "native": try client.native.map(JSONColumnCoding.text),
            "password_app": try client.kii.map(JSONColumnCoding.text),
            "refresh_recovery": client.refreshRecovery.rawValue,
            "introspects": try JSONColumnCoding.text(client.introspects),
            "code_domain": client.codeDomain,
            "is_for_development": client.isForDevelopment,
            "revision": client.revision,
            "created_at": client.createdAt.milliseconds,
        ]
    }
}

extension Database {
    func apply(_ change: ConsentChange) throws -> Bool {
        switch change {
        case .put(let consent):
            let sql = """
                INSERT INTO consents (account_id, client_id, scopes, declined_scopes, claims, granted_at)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET scopes = excluded.scopes, declined_scopes = excluded.declined_scopes,
                    claims = excluded.claims, granted_at = excluded.granted_at
                """
            try run(
                sql,
                [
                    consent.accountID.rawValue, consent.clientID.rawValue, consent.scopes.description,
                    consent.declined.description, try JSONColumnCoding.text(consent.claims),
                    consent.grantedAt.milliseconds,
                ]
            )
        case .remove(let accountID, let clientID):
            let sql = "DELETE FROM consents WHERE account_id = ? AND client_id = ?"
            try run(sql, [accountID.rawValue, clientID.rawValue])
        case .withdraw(let account, let client, let reason, let date):
            let names: StatementArguments = [account.rawValue, client.rawValue]
            try run("DELETE FROM codes WHERE account_id = ? AND client_id = ?", names)
            try run("DELETE FROM devices WHERE approved_account_id = ? AND client_id = ?", names)
            try endSessions(of: client, for: account, reason, at: date)
            return try run("DELETE FROM consents WHERE account_id = ? AND client_id = ?", names) == 1
        }
        return true
    }
}
