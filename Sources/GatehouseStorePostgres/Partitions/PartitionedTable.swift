import Foundation
import GatehouseStore

/// A table that is partitioned by month, with a default partition for rows without a month.
enum PartitionedTable: String, CaseIterable {
    case sessions
    case auditEvents = "audit_events"

    /// Creates the table with a name; `nil` if it is not partitioned.
    init?(_ table: TableName) {
        self.init(rawValue: table.name)
    }

    /// Returns the name of the partition of a month.
    func partition(of month: Month) -> String { "\(rawValue)_\(month.name)" }

    /// Returns the month of a partition; `nil` for the default one.
    func month(ofPartition name: String) -> Month? {
        guard name.hasPrefix(rawValue + "_") else { return nil }
        return Month(name: name.dropFirst(rawValue.count + 1))
    }

    /// The statement that lists the names of the partitions.
    static let list = """
        SELECT child.relname::text AS name FROM pg_inherits
        JOIN pg_class AS child ON child.oid = pg_inherits.inhrelid
        WHERE pg_inherits.inhparent IN (to_regclass('sessions'), to_regclass('audit_events')) ORDER BY name
        """

    /// The number of rows that a new partition may take from the default one; commits that change them wait for it.
    static let movableRows = 1000

    /// Returns the statement that creates the partition of a month, with the rows for it in the default partition.
    ///
    /// A month with too many of them remains in the default partition. `ATTACH` does not lock the table for readers and
    /// writers, as `PARTITION OF` does.
    func creation(of month: Month) -> String {
        let name = partition(of: month)
        let (column, start, end) = range(of: month)
        let isOfMonth = "\(column) >= \(start) AND \(column) < \(end)"
        return """
            DO $do$ BEGIN
                \(Self.limit)
                IF EXISTS (SELECT 1 FROM \(rawValue)_default WHERE \(isOfMonth) OFFSET \(Self.movableRows)) THEN
                    RETURN;
                END IF;
                \(locks)
                CREATE TABLE \(name) (LIKE \(rawValue) INCLUDING ALL)\(options);
                WITH moved AS (
                    DELETE FROM \(rawValue)_default WHERE \(isOfMonth) RETURNING *
                )
                INSERT INTO \(name) SELECT * FROM moved;
                ALTER TABLE \(rawValue) ATTACH PARTITION \(name) FOR VALUES FROM (\(start)) TO (\(end));
            END $do$
            """
    }

    /// Returns the statement that creates the partition of a month unless it exists, in the transaction that fills the
    /// empty table, which locks out all others.
    func creation(ofEmpty month: Month) -> String {
        let (_, start, end) = range(of: month)
        let bounds = "FOR VALUES FROM (\(start)) TO (\(end))"
        return "CREATE TABLE IF NOT EXISTS \(partition(of: month)) PARTITION OF \(rawValue) \(bounds)\(options)"
    }

    /// Returns the statement that drops a partition whose month has passed; `nil` for others.
    ///
    /// - Parameters:
    ///   - name: The partition.
    ///   - now: The current time.
    ///   - sessions: The time before which sessions must have expired.
    ///   - events: The time before which audit events are not kept; `nil` to keep all.
    /// - Returns: The statement.
    static func removal(of name: String, at now: Date, sessions: Date, events: Date?) -> String? {
        if let month = Self.sessions.month(ofPartition: name), month.next.start <= now {
            // A session that has ended holds its month until a sweep deletes it, as replays must find it.
            return Self.sessions.removal(of: name, keeping: "expiry_day >= \(sessions.day)")
        }
        if let events, let month = auditEvents.month(ofPartition: name), month.next.start <= events {
            return auditEvents.removal(of: name, keeping: "false")
        }
        return nil
    }

    /// Returns the statement that drops a partition.
    ///
    /// - Parameters:
    ///   - name: The partition.
    ///   - condition: The condition of rows to keep; the partition remains if it has one.
    /// - Returns: The statement, which locks the table for milliseconds, and only if it drops the partition.
    private func removal(of name: String, keeping condition: String) -> String {
        let isNeeded = "EXISTS (SELECT 1 FROM \(name) WHERE \(condition))"
        return """
            DO $do$ BEGIN
                \(Self.limit)
                IF \(isNeeded) THEN RETURN; END IF;
                LOCK TABLE ONLY \(rawValue) IN ACCESS EXCLUSIVE MODE;
                IF NOT \(isNeeded) THEN DROP TABLE \(name); END IF;
            END $do$
            """
    }

    /// The options of a partition, as of the default one: sessions are updated, audit events are not.
    private var options: String {
        switch self {
        case .sessions: " WITH (fillfactor = 75)"
        case .auditEvents: ""
        }
    }

    /// The statements that acquire the locks of `ATTACH` before rows move: of the default partition, so that no commit
    /// adds another row, and of the tables that foreign keys refer to.
    ///
    /// Commits acquire them in either order, and so do the tries of this statement: while those of several nodes follow
    /// one order, the other one only ends in timeouts. Without a commit that waits for the first lock, the second one
    /// is free within milliseconds.
    private var locks: String {
        let partition = "LOCK TABLE ONLY \(rawValue)_default IN ACCESS EXCLUSIVE MODE;"
        guard self == .sessions else { return partition }
        let referenced = "LOCK TABLE ONLY accounts, clients IN SHARE ROW EXCLUSIVE MODE;"
        let shorter = "PERFORM set_config('lock_timeout', '10ms', true);"
        return """
            IF random() < 0.5 THEN \(referenced) \(shorter) \(partition)
            ELSE \(partition) \(shorter) \(referenced) END IF;
            """
    }

    /// The statement that limits the wait for locks: commits that arrive meanwhile wait as long.
    private static let limit = "PERFORM set_config('lock_timeout', '40ms', true);"

    /// Returns the column by which the table is partitioned, and the bounds of a month.
    private func range(of month: Month) -> (column: String, start: String, end: String) {
        switch self {
        case .sessions:
            // No ID contains a tilde.
            ("id", "'\(month.sessionPrefix)'", "'\(month.sessionPrefix)~'")
        case .auditEvents:
            ("at", String(month.start.milliseconds), String(month.next.start.milliseconds))
        }
    }
}
