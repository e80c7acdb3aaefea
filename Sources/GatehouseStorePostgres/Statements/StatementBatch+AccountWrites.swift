import GatehouseStore
import GatehouseWire

extension StatementBatch {
    mutating func append(_ change: AccountChange) throws(StoreError) {
        switch change {
        case .insert(let account):
            insert(
                into: "accounts",
                [
                    "id": account.id.rawValue,
                    "pending": try JSONColumnCoding.text(account.pending),
                    "registered_by": account.registeredBy?.rawValue,
                    "password_hash": account.passwordHash,
                    "attributes": try JSONColumnCoding.text(account.attributes),
                    "created_at": account.createdAt.milliseconds,
                    "updated_at": account.updatedAt.milliseconds,
                    "disabled_at": account.disabledAt?.milliseconds,
                    "revision": account.revision,
                    "credentials_revision": account.credentialsRevision,
                ]
            )
            insertIdentifiers(of: account)
        case .update(let account):
            update(
                "accounts",
                [
                    "pending": try JSONColumnCoding.text(account.pending),
                    "registered_by": account.registeredBy?.rawValue,
                    "password_hash": account.passwordHash,
                    "attributes": try JSONColumnCoding.text(account.attributes),
                    "created_at": account.createdAt.milliseconds,
                    "updated_at": account.updatedAt.milliseconds,
                    "disabled_at": account.disabledAt?.milliseconds,
                    "revision": account.revision,
                    "credentials_revision": account.credentialsRevision,
                ],
                where: "id = \(account.id.rawValue) AND revision = \(account.revision - 1)"
            )
            run("DELETE FROM account_identifiers WHERE account_id = \(account.id.rawValue)")
            insertIdentifiers(of: account)
        case .requireRevision(let id, let revision):
            // Locks the row exclusively: two commits with a shared lock that both update it would deadlock.
            run(
                """
                WITH found AS (
                    SELECT 1 FROM accounts
                    WHERE id = \(id.rawValue) AND credentials_revision = \(revision) FOR NO KEY UPDATE
                ) SELECT 1 / count(*) FROM found
                """
            )
        case .rehash(let id, let hash, let revision):
            require(
                """
                UPDATE accounts SET password_hash = \(hash), revision = revision + 1
                WHERE id = \(id.rawValue) AND credentials_revision = \(revision)
                """
            )
        case .delete(let id):
            require("DELETE FROM accounts WHERE id = \(id.rawValue)")
        }
    }

    private mutating func insertIdentifiers(of account: Account) {
        for (position, identifier) in account.identifiers.enumerated() {
            insert(
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

extension StatementBatch {
    mutating func append(_ change: CustomFieldsChange) throws(StoreError) {
        switch change {
        case .put(let fields):
            let (account, client) = (fields.accountID.rawValue, fields.clientID.rawValue)
            let values = try JSONColumnCoding.text(fields.values)
            run(
                """
                INSERT INTO custom_fields (account_id, client_id, fields)
                VALUES (\(account), \(client), \(values))
                ON CONFLICT (account_id, client_id) DO UPDATE SET fields = excluded.fields
                """
            )
        case .remove(let account, let client):
            run(
                "DELETE FROM custom_fields WHERE account_id = \(account.rawValue) AND client_id = \(client.rawValue)"
            )
        }
    }
}

extension StatementBatch {
    mutating func append(_ change: ClientChange) throws(StoreError) {
        switch change {
        case .insert(let client):
            insert(into: "clients", try columns(of: client))
        case .update(let client, nil):
            update("clients", try columns(of: client), where: "id = \(client.id.rawValue)")
        case .update(let client, let revision?):
            update(
                "clients",
                try columns(of: client),
                where: "id = \(client.id.rawValue) AND revision = \(revision)"
            )
        case .delete(let id):
            require("DELETE FROM clients WHERE id = \(id.rawValue)")
        }
    }

    private func columns(of client: Client) throws(StoreError) -> KeyValuePairs<String, any Storable> {
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
            "native": try JSONColumnCoding.optionalText(client.native),
            "password_app": try JSONColumnCoding.optionalText(client.kii),
            "refresh_recovery": client.refreshRecovery.rawValue,
            "introspects": try JSONColumnCoding.text(client.introspects),
            "code_domain": client.codeDomain,
            "is_for_development": client.isForDevelopment,
            "revision": client.revision,
            "created_at": client.createdAt.milliseconds,
        ]
    }
}

extension StatementBatch {
    mutating func append(_ change: ConsentChange) throws(StoreError) {
        switch change {
        case .put(let consent):
            let (account, client) = (consent.accountID.rawValue, consent.clientID.rawValue)
            let (scopes, declined) = (consent.scopes.description, consent.declined.description)
            let claims = try JSONColumnCoding.text(consent.claims)
            run(
                """
                INSERT INTO consents (account_id, client_id, scopes, declined_scopes, claims, granted_at)
                VALUES (\(account), \(client), \(scopes), \(declined), \(claims), \(consent.grantedAt.milliseconds))
                ON CONFLICT (account_id, client_id) DO UPDATE SET
                    scopes = excluded.scopes, declined_scopes = excluded.declined_scopes,
                    claims = excluded.claims, granted_at = excluded.granted_at
                """
            )
        case .remove(let account, let client):
            run("DELETE FROM consents WHERE account_id = \(account.rawValue) AND client_id = \(client.rawValue)")
        case .withdraw(let account, let client, let reason, let date):
            // Codes and devices first: a redemption in progress locks them, and its session becomes visible afterwards.
            let (accountID, clientID) = (account.rawValue, client.rawValue)
            run("DELETE FROM codes WHERE account_id = \(accountID) AND client_id = \(clientID)")
            run("DELETE FROM devices WHERE approved_account_id = \(accountID) AND client_id = \(clientID)")
            endSessions(of: client, for: account, reason, at: date)
            require("DELETE FROM consents WHERE account_id = \(accountID) AND client_id = \(clientID)")
        }
    }
}
