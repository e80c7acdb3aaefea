/// The fifth schema version: cleanups that delay nothing, and audit events that name their actor and can be followed.
///
/// PostgreSQL partitions sessions and audit events by month, so that a month that has passed is dropped. A session's
/// partition follows from its ID, which begins with the month; IDs of older servers belong to partitions of their own.
/// There are leases for the work that one server does at a time, and clients whose records are being deleted.
struct Schema5 {
    let types: ColumnTypes
    let dialect: SQLDialect

    init(dialect: SQLDialect) {
        self.dialect = dialect
        types = ColumnTypes(dialect)
    }

    var migration: Migration {
        let partitions = dialect == .postgres ? [partitionedSessions, partitionedEvents] : []
        return Migration(name: "operations", sql: (partitions + [leases, clients] + events).joined(separator: "\n\n"))
    }

    private var leases: String {
        """
        CREATE TABLE leases (
            name TEXT NOT NULL PRIMARY KEY,
            holder TEXT NOT NULL,
            expires_at \(types.integer) NOT NULL
        )\(types.keyedTable);
        """
    }

    private var clients: String {
        """
        ALTER TABLE clients ADD COLUMN deleted_at \(types.integer);
        CREATE INDEX clients_deleted ON clients (deleted_at) WHERE deleted_at IS NOT NULL;
        CREATE INDEX clients_by_creation ON clients (created_at\(types.thenSequence));
        """
    }

    /// The partitioned sessions; IDs are compared byte for byte, so that no locale changes their order.
    private var partitionedSessions: String {
        """
        ALTER TABLE sessions RENAME TO old_sessions;
        ALTER TABLE old_sessions DROP CONSTRAINT sessions_pkey;
        ALTER TABLE old_sessions ALTER COLUMN id TYPE TEXT COLLATE "C";
        \(partition("sessions", key: "id", by: "id", options: types.updatedTable, and: olderSessions))
        ALTER TABLE sessions ADD FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
        ALTER TABLE sessions ADD FOREIGN KEY (client_id) REFERENCES clients (id) ON DELETE CASCADE;
        CREATE INDEX sessions_by_account ON sessions (account_id, created_at);
        CREATE INDEX sessions_by_client ON sessions (client_id);
        CREATE INDEX sessions_by_browser_session ON sessions (browser_session_id)
            WHERE browser_session_id IS NOT NULL;
        CREATE INDEX sessions_by_expiry ON sessions (expiry_day);
        CREATE INDEX sessions_by_end ON sessions (ended_at) WHERE ended_at IS NOT NULL;
        """
    }

    /// The partition of nearly all sessions of older servers, whose IDs begin with any character.
    ///
    /// Creating the partition of a month locks and reads all of the default partition. The months until 2039 begin with
    /// 2 or 3.
    private var olderSessions: String {
        "CREATE TABLE sessions_older PARTITION OF sessions FOR VALUES FROM ('4') TO (MAXVALUE)\(types.updatedTable);"
    }

    private var partitionedEvents: String {
        """
        ALTER TABLE audit_events RENAME TO old_audit_events;
        ALTER TABLE old_audit_events DROP CONSTRAINT audit_events_pkey;
        \(partition("audit_events", key: "id, at", by: "at", options: types.table))
        CREATE INDEX audit_events_by_time ON audit_events (at, sequence);
        CREATE INDEX audit_events_by_account ON audit_events (account_id, at, sequence) WHERE account_id IS NOT NULL;
        """
    }

    /// Returns the statements that replace the renamed table by a partitioned one with its rows.
    ///
    /// The order of insertion is a default instead of an identity column, which attached partitions may not have.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - key: The columns of its primary key.
    ///   - column: The column by which it is partitioned.
    ///   - options: The options of the default partition.
    ///   - others: Statements that create other partitions.
    /// - Returns: The statements.
    private func partition(
        _ table: String,
        key: String,
        by column: String,
        options: String,
        and others: String = ""
    ) -> String {
        """
        ALTER TABLE old_\(table) ALTER COLUMN sequence DROP IDENTITY;
        CREATE TABLE \(table) (LIKE old_\(table) INCLUDING DEFAULTS, PRIMARY KEY (\(key))) PARTITION BY RANGE (\(column));
        CREATE SEQUENCE \(table)_sequence_seq OWNED BY \(table).sequence;
        ALTER TABLE \(table) ALTER COLUMN sequence SET DEFAULT nextval('\(table)_sequence_seq');
        CREATE TABLE \(table)_default PARTITION OF \(table) DEFAULT\(options);
        \(others)
        INSERT INTO \(table) SELECT * FROM old_\(table);
        SELECT setval('\(table)_sequence_seq', (SELECT coalesce(max(sequence), 0) + 1 FROM \(table)), false);
        DROP TABLE old_\(table);
        """
    }
}
