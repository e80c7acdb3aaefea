import GRDB

/// What the fourth schema adds: the revision of an account's credentials, and properties of clients.
///
/// `previous_secret` and `introspects` are JSON.
enum V4 {
    static let name = "v4.credentials-revision"

    @Sendable static func migrate(_ db: Database) throws { try db.execute(sql: sql) }

    private static let sql = """
        ALTER TABLE accounts ADD COLUMN credentials_revision INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE clients ADD COLUMN previous_secret TEXT;
        ALTER TABLE clients ADD COLUMN refresh_recovery TEXT NOT NULL DEFAULT 'immediate';
        ALTER TABLE clients ADD COLUMN introspects TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE clients ADD COLUMN code_domain TEXT;
        ALTER TABLE clients ADD COLUMN is_for_development INTEGER NOT NULL DEFAULT 0;
        """
}
