/// The third schema version: factors.
///
/// Accounts have credentials, trusted browsers and a requested reset of the factors; authentications have the class
/// that a client requested; clients have a demand for a second factor and mobile apps. All new columns of existing
/// tables but `requires_second_factor` are NULL without these settings.
struct Schema3 {
    private let types: ColumnTypes

    init(dialect: SQLDialect) {
        types = ColumnTypes(dialect)
    }

    var migration: Migration {
        Migration(name: "factors", sql: [credentials, accounts, authentications, clients].joined(separator: "\n\n"))
    }

    /// The credentials table; a use updates `last_used_at`, `state` and `revision`, which no index contains.
    private var credentials: String {
        """
        CREATE TABLE credentials (
            \(types.sequencedID),
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            factor TEXT NOT NULL,
            name TEXT NOT NULL,
            created_at \(types.integer) NOT NULL,
            last_used_at \(types.integer),
            state \(types.data) NOT NULL,
            revision \(types.integer) NOT NULL
        )\(types.updatedTable);
        CREATE INDEX credentials_by_account ON credentials (account_id, created_at\(types.thenSequence));

        ALTER TABLE known_browsers ADD COLUMN trusted_until \(types.integer);
        """
    }

    private var accounts: String {
        """
        ALTER TABLE accounts ADD COLUMN requires_second_factor \(types.bool) NOT NULL DEFAULT \(types.no);
        ALTER TABLE accounts ADD COLUMN factor_reset_requested_at \(types.integer);
        ALTER TABLE accounts ADD COLUMN factor_reset_due_at \(types.integer);
        ALTER TABLE accounts ADD COLUMN factor_reset_remind_at \(types.integer);
        CREATE INDEX accounts_by_factor_reset ON accounts (coalesce(factor_reset_remind_at, factor_reset_due_at))
            WHERE factor_reset_due_at IS NOT NULL;
        """
    }

    private var authentications: String {
        """
        ALTER TABLE browser_sessions ADD COLUMN acr TEXT;
        ALTER TABLE sessions ADD COLUMN acr TEXT;
        ALTER TABLE codes ADD COLUMN acr TEXT;
        ALTER TABLE codes ADD COLUMN credentials_revision \(types.integer);
        ALTER TABLE devices ADD COLUMN approved_acr TEXT;
        """
    }

    private var clients: String {
        """
        ALTER TABLE clients ADD COLUMN second_factor TEXT;
        ALTER TABLE clients ADD COLUMN mobile_apps TEXT;
        """
    }
}
