import GRDB
import GatehouseStore

extension Database {
    func apply(_ change: AccountChange) throws -> Bool {
        switch change {
        case .insert(let account):
            let isNew = try insert(
                into: "accounts",
                [
                    "id": account.id.rawValue,
                    "pending": StoredJSON.text(account.pending),
                    "registered_by": account.registeredBy?.rawValue,
                    "password_hash": account.passwordHash,
                    "attributes": StoredJSON.text(account.attributes),
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
                    "pending": StoredJSON.text(account.pending),
                    "registered_by": account.registeredBy?.rawValue,
                    "password_hash": account.passwordHash,
                    "attributes": StoredJSON.text(account.attributes),
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
        case .unchanged(let id, let revision):
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
