/// The fourth schema version: APIs, and the clients that need more than a secret.
///
/// There are resources, pushed authorization requests, initial access tokens, used identifiers and logout notices.
/// Sessions, codes and devices have resources, separated by spaces, and sessions and codes the key to which their
/// tokens are bound. Messages have a kind. All new columns of existing tables but `kind` are NULL without these
/// settings.
struct Schema4 {
    private let types: ColumnTypes

    init(dialect: SQLDialect) {
        types = ColumnTypes(dialect)
    }

    var migration: Migration {
        Migration(
            name: "authorization-server",
            sql: [resources, requests, notices, messages, authorizations, clients].joined(separator: "\n\n")
        )
    }

    private var resources: String {
        """
        CREATE TABLE resources (
            \(types.sequencedID),
            name TEXT NOT NULL,
            scopes TEXT NOT NULL,
            token_format TEXT NOT NULL,
            algorithm TEXT NOT NULL,
            token_lifetime \(types.integer),
            introspectors TEXT NOT NULL,
            introspects TEXT NOT NULL,
            requires_dpop \(types.bool) NOT NULL,
            revision \(types.integer) NOT NULL,
            created_at \(types.integer) NOT NULL
        )\(types.table);
        """
    }

    private var requests: String {
        """
        CREATE TABLE pushed_requests (
            id TEXT NOT NULL PRIMARY KEY,
            client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
            form TEXT NOT NULL,
            key_thumbprint TEXT,
            expires_at \(types.integer) NOT NULL
        )\(types.table);
        CREATE INDEX pushed_requests_by_client ON pushed_requests (client_id);
        CREATE INDEX pushed_requests_by_expiry ON pushed_requests (expires_at);

        CREATE TABLE initial_access_tokens (
            \(types.sequencedID),
            note TEXT NOT NULL,
            remaining \(types.integer),
            created_at \(types.integer) NOT NULL,
            expires_at \(types.integer) NOT NULL
        )\(types.table);

        CREATE TABLE used_identifiers (
            id TEXT NOT NULL PRIMARY KEY,
            expires_at \(types.integer) NOT NULL
        )\(types.keyedTable);
        CREATE INDEX used_identifiers_by_expiry ON used_identifiers (expires_at);
        """
    }

    /// The logout notices, which outlive the account: it is not a foreign key.
    private var notices: String {
        """
        CREATE TABLE logout_notices (
            id TEXT NOT NULL PRIMARY KEY,
            client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
            account_id TEXT NOT NULL,
            browser_session_id TEXT,
            expires_at \(types.integer) NOT NULL,
            is_due \(types.bool) NOT NULL
        )\(types.table);
        CREATE INDEX logout_notices_by_client ON logout_notices (client_id);
        CREATE INDEX logout_notices_by_account ON logout_notices (account_id);
        CREATE INDEX logout_notices_by_browser_session ON logout_notices (browser_session_id)
            WHERE browser_session_id IS NOT NULL;
        CREATE INDEX logout_notices_by_expiry ON logout_notices (expires_at);
        CREATE INDEX logout_notices_due ON logout_notices (id) WHERE is_due;
        """
    }

    /// The kinds of messages; those of an older server are emails and SMS.
    private var messages: String {
        """
        ALTER TABLE messages ADD COLUMN kind TEXT NOT NULL DEFAULT 'message';
        DROP INDEX messages_by_next_attempt;
        CREATE INDEX messages_by_kind ON messages (kind, next_attempt_at\(types.thenSequence));
        """
    }

    private var authorizations: String {
        """
        ALTER TABLE sessions ADD COLUMN resources TEXT;
        ALTER TABLE sessions ADD COLUMN key_thumbprint TEXT;
        ALTER TABLE codes ADD COLUMN resources TEXT;
        ALTER TABLE codes ADD COLUMN key_thumbprint TEXT;
        ALTER TABLE devices ADD COLUMN resources TEXT;
        """
    }

    private var clients: String {
        """
        ALTER TABLE clients ADD COLUMN keys TEXT;
        ALTER TABLE clients ADD COLUMN sealed_secret TEXT;
        ALTER TABLE clients ADD COLUMN security TEXT;
        ALTER TABLE clients ADD COLUMN authentication_defaults TEXT;
        ALTER TABLE clients ADD COLUMN sector_identifier TEXT;
        ALTER TABLE clients ADD COLUMN backchannel_logout TEXT;
        ALTER TABLE clients ADD COLUMN default_resource TEXT;
        ALTER TABLE clients ADD COLUMN token_exchange TEXT;
        ALTER TABLE clients ADD COLUMN origin TEXT;
        """
    }
}
