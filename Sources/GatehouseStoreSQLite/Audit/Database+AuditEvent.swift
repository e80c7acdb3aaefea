import GRDB
import GatehouseStore

extension Database {
    func append(_ event: AuditEvent) throws -> Bool {
        _ = try insert(
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
        return true
    }
}
