import GRDB
package import GatehouseStore

extension SQLiteStore {
    package func events(
        of account: Account.ID?,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        var conditions: [String] = []
        if account != nil { conditions.append("account_id = :account") }
        if id != nil {
            conditions.append("(at, sequence) < (SELECT at, sequence FROM audit_events WHERE id = :before)")
        }
        let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        let sql = """
            SELECT id, at, kind, account_id, client_id, session_id, address, request_id, detail FROM audit_events \(filter)
            ORDER BY at DESC, sequence DESC LIMIT :limit
            """
        var arguments: StatementArguments = ["limit": limit]
        if let account { arguments += ["account": account.rawValue] }
        if let id { arguments += ["before": id.rawValue] }
        return try await readAtLength { [arguments] db in try db.all("audit event", sql, arguments, AuditEvent.init) }
    }
}

extension AuditEvent {
    fileprivate init(_ row: RowReader) throws {
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
