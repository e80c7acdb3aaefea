package import Foundation

/// Something that an operator, or the person concerned, may want to know later.
///
/// Never carries a secret or an e-mail address.
package struct AuditEvent: Sendable, Equatable, Codable {
    package typealias ID = TypedID<AuditEvent>

    package let id: ID
    package let at: Date
    package let kind: AuditKind
    package let accountID: Account.ID?
    package let clientID: Client.ID?
    package let sessionID: Session.ID?
    /// The address the request came from.
    package let address: String?
    package let requestID: String?
    /// One or two words more: the reason of a failure, the identifier's kind.
    package let detail: String?

    package init(
        id: ID,
        at: Date,
        kind: AuditKind,
        accountID: Account.ID? = nil,
        clientID: Client.ID? = nil,
        sessionID: Session.ID? = nil,
        address: String? = nil,
        requestID: String? = nil,
        detail: String? = nil
    ) {
        self.id = id
        self.at = at.flooredToMilliseconds
        self.kind = kind
        self.accountID = accountID
        self.clientID = clientID
        self.sessionID = sessionID
        self.address = address
        self.requestID = requestID
        self.detail = detail
    }
}
