/// The first schema version.
///
/// Dates are milliseconds since 1970; scopes are space-separated; lists and objects are JSON. `spelling` is NULL if it
/// equals the value; `native` and `password_app` are NULL for clients without these settings.
enum SQLiteSchema1 {
    static let migration = Migration(
        name: "first-schema",
        sql: [clients, accounts, personal, sessions, codes, devices, operations, audit].joined(separator: "\n\n")
    )

    private static let clients = """
        CREATE TABLE clients (
            sequence INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            logo_uri TEXT,
            tos_uri TEXT,
            policy_uri TEXT,
            secret_hash TEXT,
            previous_secrets TEXT NOT NULL,
            token_endpoint_auth_method TEXT NOT NULL,
            redirect_uris TEXT NOT NULL,
            post_logout_redirect_uris TEXT NOT NULL,
            grant_types TEXT NOT NULL,
            scopes TEXT NOT NULL,
            requires_pkce INTEGER NOT NULL,
            may_omit_redirect_uri INTEGER NOT NULL,
            id_token_algorithm TEXT NOT NULL,
            skips_consent INTEGER NOT NULL,
            attributes TEXT NOT NULL,
            native TEXT,
            password_app TEXT,
            refresh_recovery TEXT NOT NULL,
            introspects TEXT NOT NULL,
            code_domain TEXT,
            is_for_development INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT;
        """

    private static let accounts = """
        CREATE TABLE accounts (
            sequence INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            pending TEXT NOT NULL,
            registered_by TEXT REFERENCES clients (id) ON DELETE SET NULL,
            password_hash TEXT,
            attributes TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            disabled_at INTEGER,
            revision INTEGER NOT NULL,
            credentials_revision INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX accounts_by_creation ON accounts (created_at);
        CREATE INDEX accounts_by_client ON accounts (registered_by) WHERE registered_by IS NOT NULL;

        CREATE TABLE account_identifiers (
            kind TEXT NOT NULL,
            value TEXT NOT NULL,
            spelling TEXT,
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            verified_at INTEGER,
            PRIMARY KEY (kind, value)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_identifiers_by_account ON account_identifiers (account_id, position);
        """

    private static let personal = """
        CREATE TABLE custom_fields (
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
            fields TEXT NOT NULL,
            PRIMARY KEY (account_id, client_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX custom_fields_by_client ON custom_fields (client_id);

        CREATE TABLE consents (
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
            scopes TEXT NOT NULL,
            declined_scopes TEXT NOT NULL,
            claims TEXT NOT NULL,
            granted_at INTEGER NOT NULL,
            PRIMARY KEY (account_id, client_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX consents_by_client ON consents (client_id);
        """

    private static let sessions = """
        CREATE TABLE browser_sessions (
            id TEXT NOT NULL PRIMARY KEY,
            secret_hash TEXT NOT NULL UNIQUE,
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            authenticated_at INTEGER NOT NULL,
            methods TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            ended_at INTEGER
        ) STRICT;
        CREATE INDEX browser_sessions_by_account ON browser_sessions (account_id);
        CREATE INDEX browser_sessions_by_expiry ON browser_sessions (expires_at);
        CREATE INDEX browser_sessions_by_end ON browser_sessions (ended_at) WHERE ended_at IS NOT NULL;

        CREATE TABLE sessions (
            sequence INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
            browser_session_id TEXT,
            is_on_other_device INTEGER NOT NULL,
            scopes TEXT NOT NULL,
            is_offline INTEGER NOT NULL,
            counter INTEGER NOT NULL,
            rotated_at INTEGER NOT NULL,
            salt BLOB NOT NULL,
            authenticated_at INTEGER NOT NULL,
            methods TEXT NOT NULL,
            claims TEXT,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            ended_at INTEGER,
            end_reason TEXT
        ) STRICT;
        CREATE INDEX sessions_by_account ON sessions (account_id, created_at);
        CREATE INDEX sessions_by_client ON sessions (client_id);
        CREATE INDEX sessions_by_browser_session ON sessions (browser_session_id)
            WHERE browser_session_id IS NOT NULL;
        CREATE INDEX sessions_by_expiry ON sessions (expires_at);
        CREATE INDEX sessions_by_end ON sessions (ended_at) WHERE ended_at IS NOT NULL;

        CREATE TABLE revoked_tokens (
            id TEXT NOT NULL PRIMARY KEY,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX revoked_tokens_by_expiry ON revoked_tokens (expires_at);
        """

    private static let codes = """
        CREATE TABLE flows (
            id TEXT NOT NULL PRIMARY KEY,
            revision INTEGER NOT NULL,
            state BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            finished_at INTEGER
        ) STRICT;
        CREATE INDEX flows_by_expiry ON flows (expires_at);

        CREATE TABLE codes (
            id TEXT NOT NULL PRIMARY KEY,
            client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            browser_session_id TEXT,
            redirect_uri TEXT,
            scopes TEXT NOT NULL,
            nonce TEXT,
            code_challenge TEXT,
            code_challenge_method TEXT,
            authenticated_at INTEGER NOT NULL,
            methods TEXT NOT NULL,
            claims TEXT,
            expires_at INTEGER NOT NULL,
            redeemed_at INTEGER,
            session_id TEXT
        ) STRICT;
        CREATE INDEX codes_by_client ON codes (client_id);
        CREATE INDEX codes_by_account ON codes (account_id);
        CREATE INDEX codes_by_expiry ON codes (expires_at);
        """

    private static let devices = """
        CREATE TABLE devices (
            sequence INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            user_code TEXT NOT NULL,
            client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
            scopes TEXT NOT NULL,
            decision TEXT NOT NULL,
            approved_account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
            approved_browser_session_id TEXT,
            approved_scopes TEXT,
            approved_authenticated_at INTEGER,
            approved_methods TEXT,
            poll_interval INTEGER NOT NULL,
            last_polled_at INTEGER,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            redeemed_at INTEGER
        ) STRICT;
        CREATE INDEX devices_by_user_code ON devices (user_code, created_at);
        CREATE INDEX devices_by_client ON devices (client_id);
        CREATE INDEX devices_by_account ON devices (approved_account_id) WHERE approved_account_id IS NOT NULL;
        CREATE INDEX devices_by_expiry ON devices (expires_at);
        """

    private static let operations = """
        CREATE TABLE keys (
            sequence INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            algorithm TEXT NOT NULL,
            sealed_private_key BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            retired_at INTEGER,
            expires_at INTEGER
        ) STRICT;

        CREATE TABLE messages (
            sequence INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            sealed_message BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            next_attempt_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX messages_by_next_attempt ON messages (next_attempt_at);

        CREATE TABLE counters (
            key TEXT NOT NULL PRIMARY KEY,
            count INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX counters_by_expiry ON counters (expires_at);

        CREATE TABLE health (checks INTEGER NOT NULL, cleaned_up_at INTEGER) STRICT;
        INSERT INTO health (checks) VALUES (0);
        """

    private static let audit = """
        CREATE TABLE audit_events (
            sequence INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            account_id TEXT,
            client_id TEXT,
            session_id TEXT,
            address TEXT,
            request_id TEXT,
            detail TEXT
        ) STRICT;
        CREATE INDEX audit_events_by_time ON audit_events (at);
        CREATE INDEX audit_events_by_account ON audit_events (account_id, at) WHERE account_id IS NOT NULL;
        """
}
