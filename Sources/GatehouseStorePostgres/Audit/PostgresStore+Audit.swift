package import GatehouseStore

extension PostgresStore {
    package func events(
        of account: Account.ID?,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        var conditions: [SQL] = []
        if let account { conditions.append("account_id = \(account.rawValue)") }
        if let id {
            conditions.append(
                "(at, sequence) < (SELECT at, sequence FROM audit_events WHERE id = \(id.rawValue))"
            )
        }
        let filter: SQL = conditions.isEmpty ? "" : "WHERE \(SQL.joined(conditions, by: " AND "))"
        return try await all(
            "audit event",
            """
            SELECT id, at, kind, account_id, client_id, session_id, address, request_id, detail FROM audit_events \(filter)
            ORDER BY at DESC, sequence DESC LIMIT \(limit)
            """,
            AuditEvent.init
        )
    }
}

extension AuditEvent {
    fileprivate init(_ row: RowReader) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            at: try row.date("at"),
            kind: try row.value("kind"),
            accountID: try row.optionalValue("account_id"),
            clientID: try row.optionalValue("client_id"),
            sessionID: try row.optionalValue("session_id"),
            address: try row.optionalText("address"),
            requestID: try row.optionalText("request_id"),
            detail: try row.optionalText("detail")
        )
    }
}
