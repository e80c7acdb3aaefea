import GatehouseStore

extension EventStreamChange {
    /// The statements of the changes.
    private enum SQL {
        static let insertion = SQLWrite.conditional(
            "INSERT INTO event_streams (id) VALUES ($1) ON CONFLICT DO NOTHING"
        )
        static let removal = SQLWrite.unconditional("DELETE FROM event_streams WHERE id = $1")
        static let removalOfNotices = SQLWrite.unconditional("DELETE FROM event_notices WHERE stream = $1")
        static let removalOfNotice = SQLWrite.conditional(
            "DELETE FROM event_notices WHERE event_at = $1 AND event_id = $2 AND stream = $3"
        )
        static let removalOfStrayNotices = SQLWrite.unconditional(
            "DELETE FROM event_notices WHERE stream NOT IN (SELECT id FROM event_streams)"
        )
    }

    /// A notice of an event for each stream; `WHERE true` tells `ON CONFLICT` from a join's condition in SQLite.
    static let notices = SQLWrite.unconditional(
        """
        INSERT INTO event_notices (event_at, event_id, stream)
        SELECT $1, $2, id FROM event_streams WHERE true ON CONFLICT DO NOTHING
        """
    )
    static let all: SQLText = "SELECT id FROM event_streams"

    /// Appends the statements of the change.
    func append(to batch: inout StatementBatch) {
        switch self {
        case .insert(let id): batch.append(SQL.insertion, [.value(id)])
        case .remove(let id):
            batch.append(SQL.removal, [.value(id)])
            batch.append(SQL.removalOfNotices, [.value(id)])
        case .removeNotice(let id, let event):
            batch.append(SQL.removalOfNotice, [.date(event.at), .value(event.id), .value(id)])
        case .removeStrayNotices: batch.append(SQL.removalOfStrayNotices, [])
        }
    }
}
