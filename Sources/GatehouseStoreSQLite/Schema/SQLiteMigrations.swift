import GRDB
import GatehouseStore

/// The schema migrations in order; released ones are never changed.
enum SQLiteMigrations {
    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(SQLiteSchema1.name, migrate: SQLiteSchema1.migrate)
        migrator.registerMigration(SQLiteSchema2.name, migrate: SQLiteSchema2.migrate)
        migrator.registerMigration(SQLiteSchema3.name, migrate: SQLiteSchema3.migrate)
        migrator.registerMigration(SQLiteSchema4.name, migrate: SQLiteSchema4.migrate)
        return migrator
    }

    /// Applies pending migrations, each in its own transaction.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if the file has migrations of a newer version.
    static func migrate(_ database: some DatabaseWriter) throws {
        guard try !database.writeWithoutTransaction(migrator.hasBeenSuperseded) else {
            throw StoreError.unavailable(
                "The database was created by a newer version of Gatehouse. Start that version, or restore an older backup."
            )
        }
        try migrator.migrate(database)
    }
}

/// The second schema version, with native authentication: `native` is JSON, and NULL for clients without it.
enum SQLiteSchema2 {
    static let name = "v2.native-apps"

    @Sendable static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE clients ADD COLUMN native TEXT")
    }
}

/// The third schema version, with Kii apps: `kii`, `pending` and `fields` are JSON; `kii` is NULL for other clients.
///
/// `spelling` is NULL if it equals the value.
enum SQLiteSchema3 {
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

/// The fourth schema version, with the revision of an account's credentials, properties of clients, the claims of
/// consents and the date of the last cleanup.
///
/// `previous_secrets`, `introspects` and `claims` are JSON. Login with Amazon apps and native apps keep the recovery
/// that all clients had. Clients of the development mode are marked by id and name, because an operator may use the id.
enum SQLiteSchema4 {
    static let name = "v4.credentials-revision"

    @Sendable static func migrate(_ db: Database) throws { try db.execute(sql: sql) }

    private static let sql = """
        ALTER TABLE accounts ADD COLUMN credentials_revision INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE clients ADD COLUMN previous_secrets TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE clients ADD COLUMN refresh_recovery TEXT NOT NULL DEFAULT 'immediate';
        ALTER TABLE clients ADD COLUMN introspects TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE clients ADD COLUMN code_domain TEXT;
        ALTER TABLE clients ADD COLUMN is_for_development INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE health ADD COLUMN swept_at INTEGER;
        ALTER TABLE clients ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE consents ADD COLUMN claims TEXT NOT NULL DEFAULT '[]';
        UPDATE clients SET refresh_recovery = 'journalled'
            WHERE native IS NOT NULL OR kii IS NOT NULL OR scopes LIKE '%profile:user_id%'
                OR token_endpoint_auth_method = 'none' AND redirect_uris NOT LIKE '%"https:%';
        UPDATE clients SET is_for_development = 1
            WHERE id = 'gatehouse-native' AND name = 'Gatehouse command line'
                OR id = 'gatehouse-kii' AND name = 'Example App' OR id = 'gatehouse-demo' AND name = 'Gatehouse demo';
        """
}
