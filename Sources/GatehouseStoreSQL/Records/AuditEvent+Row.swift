package import Foundation
package import GatehouseStore

extension AuditEvent {
    static let table = SQLTable<AuditEvent>(
        "audit_events",
        [
            ("id", { .value($0.id) }),
            ("at", { .date($0.at) }),
            ("kind", { .value($0.kind) }),
            ("account_id", { .optionalValue($0.accountID) }),
            ("client_id", { .optionalValue($0.clientID) }),
            ("session_id", { .optionalValue($0.sessionID) }),
            ("address", { .text($0.address) }),
            ("request_id", { .text($0.requestID) }),
            ("detail", { .text($0.detail) }),
            ("actor", { .text($0.actor?.text) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            at: try row.date("at"),
            kind: try row.value("kind"),
            actor: try row.optionalText("actor").flatMap { AuditActor($0) },
            accountID: try row.optionalValue("account_id"),
            clientID: try row.optionalValue("client_id"),
            sessionID: try row.optionalValue("session_id"),
            address: try row.optionalText("address"),
            requestID: try row.optionalText("request_id"),
            detail: try row.optionalText("detail")
        )
    }

    /// Returns a query for events that match a filter and are older than the given one, newest first.
    ///
    /// Each kind is a query of its own, so that all read their rows in the order of an index and stop at the limit.
    package static func page(matching filter: AuditFilter, before id: ID?, limit: Int) -> SQLQuery {
        var parameters: [SQLValue] = [.integer(limit)]
        var conditions = conditions(of: filter, &parameters)
        if let id {
            parameters.append(.value(id))
            conditions.append(
                "(at, sequence) < (SELECT at, sequence FROM audit_events WHERE id = $\(parameters.count))"
            )
        }
        let order = "ORDER BY at DESC, sequence DESC LIMIT $1"
        let columns = "\(table.columnList), sequence"
        let first = parameters.count + 1
        parameters += filter.kinds.map { .value($0) }
        let kinds = filter.kinds.isEmpty ? [[]] : filter.kinds.indices.map { ["kind = $\(first + $0)"] }
        let parts = kinds.map { kind in
            let filter = whereClause(conditions + kind)
            return "SELECT \(columns) FROM (SELECT \(columns) FROM audit_events \(filter) \(order)) AS part"
        }
        let text: SQLText = "\(parts.joined(separator: " UNION ALL ")) \(order)"
        return SQLQuery("audit event", text, parameters, isLong: true)
    }

    /// Returns a query for events that match a filter and were written after a position, in the order of writing.
    ///
    /// The conditions are on expressions, so that the index of the order is used and not one that finds older events.
    package static func page(matching filter: AuditFilter, after position: Int64, limit: Int) -> SQLQuery {
        var parameters: [SQLValue] = [.integer(limit), .int64(position)]
        var conditions = ["sequence > $2"] + conditions(of: filter, isIndexed: false, &parameters)
        if !filter.kinds.isEmpty {
            let first = parameters.count + 1
            parameters += filter.kinds.map { .value($0) }
            let numbers = (first...parameters.count).map { "$\($0)" }.joined(separator: ", ")
            conditions.append("coalesce(kind, '') IN (\(numbers))")
        }
        let filter = whereClause(conditions)
        let text = textInSequence { table in
            "SELECT \(Self.table.columnList), sequence FROM \(table) \(filter) ORDER BY sequence LIMIT $1"
        }
        return SQLQuery("audit event", text, parameters, isLong: true)
    }

    /// Returns a query for the position before the first event at or after a date.
    package static func position(before date: Date) -> SQLQuery {
        let text: SQLText = """
            SELECT sequence - 1 AS position FROM audit_events WHERE at >= $1 ORDER BY at, sequence LIMIT 1
            """
        return SQLQuery("audit event", text, [.date(date)])
    }

    package static let lastPosition = textInSequence { "SELECT coalesce(max(sequence), 0) AS position FROM \($0)" }

    /// Returns a statement that reads the table in the order of the sequence.
    ///
    /// SQLite would read and sort an index instead if the table was almost empty when its statistics were updated.
    private static func textInSequence(_ statement: (_ table: String) -> String) -> SQLText {
        SQLText(
            sqlite: SQLText(statement("audit_events NOT INDEXED")).sqlite,
            postgres: statement("audit_events")
        )
    }

    /// Returns the conditions of a filter but those on the kind, and appends their parameters.
    private static func conditions(
        of filter: AuditFilter,
        isIndexed: Bool = true,
        _ parameters: inout [SQLValue]
    ) -> [String] {
        let values: [(String, String, SQLValue?)] = [
            ("account_id =", "coalesce(account_id, '') =", filter.account.map { .value($0) }),
            ("client_id =", "coalesce(client_id, '') =", filter.client.map { .value($0) }),
            ("at >=", "at + 0 >=", filter.since.map { .date($0) }),
            ("at <=", "at + 0 <=", filter.until.map { .date($0) }),
        ]
        var conditions: [String] = []
        for case (let indexed, let other, let value?) in values {
            parameters.append(value)
            conditions.append("\(isIndexed ? indexed : other) $\(parameters.count)")
        }
        return conditions
    }

    private static func whereClause(_ conditions: [String]) -> String {
        conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    }
}

extension EventNotice {
    package init(row: SQLRow) throws(StoreError) {
        self.init(stream: try row.value("stream"), event: try AuditEvent(row: row))
    }

    /// Returns a query for the notices of the oldest events for some streams.
    ///
    /// `CROSS JOIN` makes SQLite read the notices first, also if it has no statistics about them.
    package static func oldest(for streams: [EventStream.ID], limit: Int) -> SQLQuery {
        let numbers = streams.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
        let text: SQLText = """
            SELECT event_notices.stream, \(AuditEvent.table.columnList(of: "audit_events"))
            FROM event_notices CROSS JOIN audit_events
            WHERE audit_events.id = event_notices.event_id AND audit_events.at = event_notices.event_at
                AND event_notices.stream IN (\(numbers))
            ORDER BY event_notices.event_at, event_notices.event_id, event_notices.stream LIMIT $1
            """
        return SQLQuery("event notice", text, [.integer(limit)] + streams.map { .value($0) })
    }
}
