import GatehouseStore

extension Script {
    mutating func append(_ event: AuditEvent) {
        insertIfNew(
            into: "audit_events",
            [
                "id": event.id.rawValue,
                "at": event.at.milliseconds,
                "kind": event.kind.rawValue,
                "account_id": event.accountID?.rawValue,
                "client_id": event.clientID?.rawValue,
                "session_id": event.sessionID?.rawValue,
                "address": event.address,
                "request_id": event.requestID,
                "detail": event.detail,
            ]
        )
    }
}
