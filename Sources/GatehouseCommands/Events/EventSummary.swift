package import Foundation
package import GatehouseStore

/// What the command line shows of an entry of the audit log.
package struct EventSummary: Sendable, Equatable, Encodable {
    package let id: String
    package let at: Date
    package let kind: String
    package let account: String?
    package let client: String?
    package let session: String?
    package let address: String?
    package let request: String?
    package let detail: String?

    package init(_ event: AuditEvent) {
        id = event.id.rawValue
        at = event.at
        kind = event.kind.rawValue
        account = event.accountID?.rawValue
        client = event.clientID?.rawValue
        session = event.sessionID?.rawValue
        address = event.address
        request = event.requestID
        detail = event.detail
    }
}
