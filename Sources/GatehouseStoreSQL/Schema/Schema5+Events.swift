/// The actors of audit events, the indexes of their filters, and the streams with the notices that are not queued yet.
///
/// The actors of older events are unknown. A notice refers to its event by time and ID, which find it in one partition.
extension Schema5 {
    var events: [String] {
        let statements = [
            "ALTER TABLE audit_events ADD COLUMN actor TEXT;",
            "CREATE INDEX audit_events_by_kind ON audit_events (kind, at\(types.thenSequence));",
            """
            CREATE INDEX audit_events_by_client ON audit_events (client_id, at\(types.thenSequence))
                WHERE client_id IS NOT NULL;
            """,
            "CREATE TABLE event_streams (id TEXT NOT NULL PRIMARY KEY)\(types.keyedTable);",
            """
            CREATE TABLE event_notices (
                event_at \(types.integer) NOT NULL,
                event_id TEXT NOT NULL,
                stream TEXT NOT NULL,
                PRIMARY KEY (event_at, event_id, stream)
            )\(types.keyedTable);
            """,
        ]
        // SQLite's tables are in the order of insertion anyway.
        return dialect == .sqlite
            ? statements : statements + ["CREATE INDEX audit_events_by_sequence ON audit_events (sequence);"]
    }
}
