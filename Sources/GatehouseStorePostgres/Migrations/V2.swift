/// What the second schema adds: the revision of an account's credentials, and properties of clients.
///
/// `previous_secret` and `introspects` are JSON.
enum V2 {
    static let migration = Migration(
        name: "credentials-revision",
        sql: """
            ALTER TABLE accounts ADD COLUMN credentials_revision BIGINT NOT NULL DEFAULT 1;
            ALTER TABLE clients ADD COLUMN previous_secret TEXT;
            ALTER TABLE clients ADD COLUMN refresh_recovery TEXT NOT NULL DEFAULT 'immediate';
            ALTER TABLE clients ADD COLUMN introspects TEXT NOT NULL DEFAULT '[]';
            ALTER TABLE clients ADD COLUMN code_domain TEXT;
            ALTER TABLE clients ADD COLUMN is_for_development BOOLEAN NOT NULL DEFAULT false
            """
    )
}
