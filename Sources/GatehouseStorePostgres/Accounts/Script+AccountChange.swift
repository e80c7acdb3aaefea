import GatehouseStore

extension Script {
    mutating func append(_ change: AccountChange) throws(StoreError) {
        switch change {
        case .insert(let account):
            insert(
                into: "accounts",
                [
                    "id": account.id.rawValue,
                    "pending": try StoredJSON.text(account.pending),
                    "registered_by": account.registeredBy?.rawValue,
                    "password_hash": account.passwordHash,
                    "attributes": try StoredJSON.text(account.attributes),
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
                    "pending": try StoredJSON.text(account.pending),
                    "registered_by": account.registeredBy?.rawValue,
                    "password_hash": account.passwordHash,
                    "attributes": try StoredJSON.text(account.attributes),
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
        case .unchanged(let id, let revision):
            // As exclusive as an update is: two commits that share the row and then both alter it would wait for each other.
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
