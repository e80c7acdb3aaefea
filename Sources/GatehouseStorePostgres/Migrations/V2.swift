/// The second schema version, with the revision of an account's credentials, properties of clients, the claims of
/// consents and the date of the last sweep.
///
/// `previous_secret`, `introspects` and `claims` are JSON. Apps and clients of Login with Amazon keep the recovery that
/// all clients had. Clients that only development mode registers are marked; `gatehouse-cli` may be an operator's own.
enum V2 {
    static let migration = Migration(
        name: "credentials-revision",
        sql: """
            ALTER TABLE accounts ADD COLUMN credentials_revision BIGINT NOT NULL DEFAULT 1;
            ALTER TABLE clients ADD COLUMN previous_secret TEXT;
            ALTER TABLE clients ADD COLUMN refresh_recovery TEXT NOT NULL DEFAULT 'immediate';
            ALTER TABLE clients ADD COLUMN introspects TEXT NOT NULL DEFAULT '[]';
            ALTER TABLE clients ADD COLUMN code_domain TEXT;
            ALTER TABLE clients ADD COLUMN is_for_development BOOLEAN NOT NULL DEFAULT false;
            ALTER TABLE health ADD COLUMN swept_at BIGINT;
            ALTER TABLE clients ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
            ALTER TABLE consents ADD COLUMN claims TEXT NOT NULL DEFAULT '[]';
            UPDATE clients SET refresh_recovery = 'journalled'
                WHERE native IS NOT NULL OR kii IS NOT NULL OR scopes LIKE '%profile:user_id%'
                    OR token_endpoint_auth_method = 'none' AND redirect_uris NOT LIKE '%"https:%';
            UPDATE clients SET is_for_development = true
                WHERE id = 'gatehouse-native' AND name = 'Gatehouse command line'
                    OR id = 'gatehouse-kii' AND name = 'Example App' OR id = 'gatehouse-demo' AND name = 'Gatehouse demo'
            """
    )
}
