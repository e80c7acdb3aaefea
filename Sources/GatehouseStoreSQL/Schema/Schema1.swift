/// The first schema version, in the types of one database.
///
/// Dates are milliseconds since 1970; scopes are space-separated; lists and objects are JSON. `spelling` is NULL if it
/// equals the value; `native` and `password_app` are NULL for clients without these settings.
struct Schema1 {
    private let types: ColumnTypes

    init(dialect: SQLDialect) {
        types = ColumnTypes(dialect)
    }

    var migration: Migration {
        Migration(
            name: "first-schema",
            sql: [clients, accounts, personal, sessions, codes, devices, operations, audit].joined(separator: "\n\n")
        )
    }

    private var clients: String {
        """
        CREATE TABLE clients (
            \(types.sequencedID),
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
            requires_pkce \(types.bool) NOT NULL,
            may_omit_redirect_uri \(types.bool) NOT NULL,
            id_token_algorithm TEXT NOT NULL,
            skips_consent \(types.bool) NOT NULL,
            attributes TEXT NOT NULL,
            native TEXT,
            password_app TEXT,
            refresh_recovery TEXT NOT NULL,
            introspects TEXT NOT NULL,
            code_domain TEXT,
            is_for_development \(types.bool) NOT NULL,
            revision \(types.integer) NOT NULL,
            created_at \(types.integer) NOT NULL
        )\(types.table);
        """
    }

    private var accounts: String {
        """
        CREATE TABLE accounts (
            \(types.sequencedID),
            pending TEXT NOT NULL,
            registered_by TEXT REFERENCES clients (id) ON DELETE SET NULL,
            password_hash TEXT,
            attributes TEXT NOT NULL,
            created_at \(types.integer) NOT NULL,
            updated_at \(types.integer) NOT NULL,
            disabled_at \(types.integer),
            revision \(types.integer) NOT NULL,
            credentials_revision \(types.integer) NOT NULL
        )\(types.table);
        CREATE INDEX accounts_by_creation ON accounts (created_at\(types.thenSequence));
        CREATE INDEX accounts_by_client ON accounts (registered_by) WHERE registered_by IS NOT NULL;

        CREATE TABLE account_identifiers (
            kind TEXT NOT NULL,
            value TEXT NOT NULL,
            spelling TEXT,
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            position \(types.integer) NOT NULL,
            verified_at \(types.integer),
            PRIMARY KEY (kind, value)
        )\(types.keyedTable);
        CREATE INDEX account_identifiers_by_account ON account_identifiers (account_id, position);
        """
    }

    private var personal: String {
        """
        CREATE TABLE custom_fields (
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
            fields TEXT NOT NULL,
            PRIMARY KEY (account_id, client_id)
        )\(types.keyedTable);
        CREATE INDEX custom_fields_by_client ON custom_fields (client_id);

        CREATE TABLE consents (
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
            scopes TEXT NOT NULL,
            declined_scopes TEXT NOT NULL,
            claims TEXT NOT NULL,
            granted_at \(types.integer) NOT NULL,
            PRIMARY KEY (account_id, client_id)
        )\(types.keyedTable);
        CREATE INDEX consents_by_client ON consents (client_id);
        """
    }

    /// The sessions table; a refresh updates `expires_at`.
    ///
    /// With an index on it, PostgreSQL would update all indexes of the row. Expired rows are found by their day of
    /// expiration instead, which changes seldom.
    private var sessions: String {
        """
        CREATE TABLE browser_sessions (
            id TEXT NOT NULL PRIMARY KEY,
            secret_hash TEXT NOT NULL UNIQUE,
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            authenticated_at \(types.integer) NOT NULL,
            factors TEXT NOT NULL,
            created_at \(types.integer) NOT NULL,
            expires_at \(types.integer) NOT NULL,
            ended_at \(types.integer)
        )\(types.table);
        CREATE INDEX browser_sessions_by_account ON browser_sessions (account_id);
        CREATE INDEX browser_sessions_by_expiry ON browser_sessions (expires_at);
        CREATE INDEX browser_sessions_by_end ON browser_sessions (ended_at) WHERE ended_at IS NOT NULL;

        CREATE TABLE sessions (
            \(types.sequencedID),
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
            browser_session_id TEXT,
            is_on_other_device \(types.bool) NOT NULL,
            scopes TEXT NOT NULL,
            is_offline \(types.bool) NOT NULL,
            counter \(types.integer) NOT NULL,
            rotated_at \(types.integer) NOT NULL,
            salt \(types.data) NOT NULL,
            authenticated_at \(types.integer) NOT NULL,
            factors TEXT NOT NULL,
            claims TEXT,
            created_at \(types.integer) NOT NULL,
            expires_at \(types.integer) NOT NULL,
            expiry_day \(types.integer) NOT NULL,
            ended_at \(types.integer),
            end_reason TEXT
        )\(types.updatedTable);
        CREATE INDEX sessions_by_account ON sessions (account_id, created_at);
        CREATE INDEX sessions_by_client ON sessions (client_id);
        CREATE INDEX sessions_by_browser_session ON sessions (browser_session_id)
            WHERE browser_session_id IS NOT NULL;
        CREATE INDEX sessions_by_expiry ON sessions (expiry_day);
        CREATE INDEX sessions_by_end ON sessions (ended_at) WHERE ended_at IS NOT NULL;

        CREATE TABLE revoked_tokens (
            id TEXT NOT NULL PRIMARY KEY,
            expires_at \(types.integer) NOT NULL
        )\(types.keyedTable);
        CREATE INDEX revoked_tokens_by_expiry ON revoked_tokens (expires_at);
        """
    }

    private var codes: String {
        """
        CREATE TABLE flows (
            id TEXT NOT NULL PRIMARY KEY,
            revision \(types.integer) NOT NULL,
            state \(types.data) NOT NULL,
            created_at \(types.integer) NOT NULL,
            expires_at \(types.integer) NOT NULL,
            finished_at \(types.integer)
        )\(types.table);
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
            authenticated_at \(types.integer) NOT NULL,
            factors TEXT NOT NULL,
            claims TEXT,
            expires_at \(types.integer) NOT NULL,
            redeemed_at \(types.integer),
            session_id TEXT
        )\(types.table);
        CREATE INDEX codes_by_client ON codes (client_id);
        CREATE INDEX codes_by_account ON codes (account_id);
        CREATE INDEX codes_by_expiry ON codes (expires_at);
        """
    }

    /// Each row of `device_user_codes` reserves a user code until a time.
    private var devices: String {
        """
        CREATE TABLE devices (
            \(types.sequencedID),
            user_code TEXT NOT NULL,
            client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
            scopes TEXT NOT NULL,
            decision TEXT NOT NULL,
            approved_account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
            approved_browser_session_id TEXT,
            approved_scopes TEXT,
            approved_authenticated_at \(types.integer),
            approved_factors TEXT,
            poll_interval \(types.integer) NOT NULL,
            last_polled_at \(types.integer),
            created_at \(types.integer) NOT NULL,
            expires_at \(types.integer) NOT NULL,
            redeemed_at \(types.integer)
        )\(types.table);
        CREATE INDEX devices_by_user_code ON devices (user_code, created_at);
        CREATE INDEX devices_by_client ON devices (client_id);
        CREATE INDEX devices_by_account ON devices (approved_account_id) WHERE approved_account_id IS NOT NULL;
        CREATE INDEX devices_by_expiry ON devices (expires_at);

        CREATE TABLE device_user_codes (
            user_code TEXT NOT NULL PRIMARY KEY,
            device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
            expires_at \(types.integer) NOT NULL
        )\(types.keyedTable);
        CREATE INDEX device_user_codes_by_device ON device_user_codes (device_id);
        """
    }

    private var operations: String {
        """
        CREATE TABLE keys (
            \(types.sequencedID),
            algorithm TEXT NOT NULL,
            sealed_private_key \(types.data) NOT NULL,
            created_at \(types.integer) NOT NULL,
            retired_at \(types.integer),
            expires_at \(types.integer)
        )\(types.table);
        CREATE UNIQUE INDEX keys_in_use ON keys (algorithm) WHERE retired_at IS NULL;

        CREATE TABLE messages (
            \(types.sequencedID),
            sealed_message \(types.data) NOT NULL,
            created_at \(types.integer) NOT NULL,
            attempts \(types.integer) NOT NULL,
            next_attempt_at \(types.integer) NOT NULL,
            expires_at \(types.integer) NOT NULL
        )\(types.table);
        CREATE INDEX messages_by_next_attempt ON messages (next_attempt_at);

        CREATE TABLE counters (
            key TEXT NOT NULL PRIMARY KEY,
            count \(types.integer) NOT NULL,
            expires_at \(types.integer) NOT NULL
        )\(types.updatedKeyedTable);
        CREATE INDEX counters_by_expiry ON counters (expires_at);

        CREATE TABLE health (
            id \(types.integer) NOT NULL PRIMARY KEY,
            checks \(types.integer) NOT NULL,
            cleaned_up_at \(types.integer)
        )\(types.table);
        INSERT INTO health (id, checks) VALUES (1, 0);
        """
    }

    private var audit: String {
        """
        CREATE TABLE audit_events (
            \(types.sequencedID),
            at \(types.integer) NOT NULL,
            kind TEXT NOT NULL,
            account_id TEXT,
            client_id TEXT,
            session_id TEXT,
            address TEXT,
            request_id TEXT,
            detail TEXT
        )\(types.table);
        CREATE INDEX audit_events_by_time ON audit_events (at\(types.thenSequence));
        CREATE INDEX audit_events_by_account ON audit_events (account_id, at\(types.thenSequence))
            WHERE account_id IS NOT NULL;
        """
    }
}
