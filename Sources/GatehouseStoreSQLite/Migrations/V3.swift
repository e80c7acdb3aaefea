import GRDB

/// Apps of Kii: `kii` is JSON, and NULL for all other clients; so are `pending` addresses and the fields an app keeps with an account.
///
/// `spelling` is NULL where it is the value.
enum V3 {
    static let name = "v3.kii-apps"

    @Sendable static func migrate(_ db: Database) throws { try db.execute(sql: sql) }

    private static let sql = """
        ALTER TABLE clients ADD COLUMN kii TEXT;
        ALTER TABLE account_identifiers ADD COLUMN spelling TEXT;
        ALTER TABLE accounts ADD COLUMN pending TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE accounts ADD COLUMN registered_by TEXT REFERENCES clients (id) ON DELETE SET NULL;
        CREATE INDEX accounts_by_client ON accounts (registered_by) WHERE registered_by IS NOT NULL;

        CREATE TABLE custom_fields (
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
            fields TEXT NOT NULL,
            PRIMARY KEY (account_id, client_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX custom_fields_by_client ON custom_fields (client_id);
        """
}
