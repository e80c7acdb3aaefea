/// The second schema version: account pages.
///
/// Browser sessions and sessions name their device; accounts store their requested deletion, the last use of each
/// factor and the known browsers; flows of an account are deleted with it. `user_agent` and `address` are NULL if the
/// request had none.
struct Schema2 {
    private let types: ColumnTypes

    init(dialect: SQLDialect) {
        types = ColumnTypes(dialect)
    }

    var migration: Migration {
        Migration(name: "account-pages", sql: [sessions, accounts, usage].joined(separator: "\n\n"))
    }

    private var sessions: String {
        """
        ALTER TABLE browser_sessions ADD COLUMN user_agent TEXT;
        ALTER TABLE browser_sessions ADD COLUMN address TEXT;
        ALTER TABLE browser_sessions ADD COLUMN ends_with_browser \(types.bool) NOT NULL DEFAULT \(types.no);
        ALTER TABLE browser_sessions ADD COLUMN last_used_at \(types.integer) NOT NULL DEFAULT 0;
        UPDATE browser_sessions SET last_used_at = authenticated_at;

        ALTER TABLE sessions ADD COLUMN user_agent TEXT;
        ALTER TABLE sessions ADD COLUMN address TEXT;
        """
    }

    private var accounts: String {
        """
        ALTER TABLE accounts ADD COLUMN deletion_requested_at \(types.integer);
        ALTER TABLE accounts ADD COLUMN deletion_due_at \(types.integer);
        CREATE INDEX accounts_by_deletion ON accounts (deletion_due_at) WHERE deletion_due_at IS NOT NULL;

        ALTER TABLE flows ADD COLUMN account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE;
        CREATE INDEX flows_by_account ON flows (account_id) WHERE account_id IS NOT NULL;
        """
    }

    private var usage: String {
        """
        CREATE TABLE factor_uses (
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            factor TEXT NOT NULL,
            last_used_at \(types.integer) NOT NULL,
            PRIMARY KEY (account_id, factor)
        )\(types.keyedTable);

        CREATE TABLE known_browsers (
            account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            hash TEXT NOT NULL,
            first_seen_at \(types.integer) NOT NULL,
            last_seen_at \(types.integer) NOT NULL,
            expires_at \(types.integer) NOT NULL,
            PRIMARY KEY (account_id, hash)
        )\(types.keyedTable);
        CREATE INDEX known_browsers_by_expiry ON known_browsers (expires_at);
        """
    }
}
