package import Foundation

/// An event of the audit log, for operators and the affected user.
///
/// Never contains a secret or an email address.
package struct AuditEvent: Sendable, Equatable, Codable {
    package typealias ID = TypedID<AuditEvent>

    package let id: ID
    package let at: Date
    package let kind: AuditKind
    /// The party that acted; `nil` for events of versions that did not record it.
    package let actor: AuditActor?
    package let accountID: Account.ID?
    package let clientID: Client.ID?
    package let sessionID: Session.ID?
    /// The network address of the request.
    package let address: String?
    package let requestID: String?
    /// A short detail, such as the reason of a failure or the kind of identifier.
    package let detail: String?

    package init(
        id: ID,
        at: Date,
        kind: AuditKind,
        actor: AuditActor? = nil,
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
        self.actor = actor
        self.accountID = accountID
        self.clientID = clientID
        self.sessionID = sessionID
        self.address = address
        self.requestID = requestID
        self.detail = detail
    }
}

/// Reads the audit log.
package protocol AuditReader: Sendable {
    /// Returns the events that match a filter and are older than the given one, newest first.
    func events(
        matching filter: AuditFilter,
        before: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent]

    /// Returns the events that match a filter and were written after a position, in order of their positions.
    ///
    /// A store that many nodes write to assigns positions before commits: an event can appear behind a position that
    /// was read already, until its transaction has ended.
    func events(
        matching filter: AuditFilter,
        after position: Int64,
        limit: Int
    ) async throws(StoreError) -> [PositionedEvent]

    /// Returns the position before the first event at or after a date; the last position for `nil` or if there is none.
    func eventPosition(before date: Date?) async throws(StoreError) -> Int64
}

extension AuditReader {
    /// Returns audit events older than the given one, newest first, optionally of one account.
    package func events(
        of account: Account.ID?,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        try await events(matching: AuditFilter(account: account), before: id, limit: limit)
    }
}

/// The events that a reader of the audit log asks for; an empty filter matches all.
package struct AuditFilter: Sendable, Equatable {
    /// The kinds; empty matches all.
    package var kinds: [AuditKind]
    package var account: Account.ID?
    package var client: Client.ID?
    /// The time of the oldest event.
    package var since: Date? {
        didSet { since = since?.flooredToMilliseconds }
    }
    /// The time of the newest event.
    package var until: Date? {
        didSet { until = until?.flooredToMilliseconds }
    }

    package init(
        kinds: [AuditKind] = [],
        account: Account.ID? = nil,
        client: Client.ID? = nil,
        since: Date? = nil,
        until: Date? = nil
    ) {
        self.kinds = kinds
        self.account = account
        self.client = client
        self.since = since?.flooredToMilliseconds
        self.until = until?.flooredToMilliseconds
    }

    /// Returns whether an event matches.
    func matches(_ event: AuditEvent) -> Bool {
        (kinds.isEmpty || kinds.contains(event.kind))
            && (account == nil || event.accountID == account) && (client == nil || event.clientID == client)
            && since.map { event.at >= $0 } ?? true && until.map { event.at <= $0 } ?? true
    }
}

/// An audit event with its position in the order of writing.
package struct PositionedEvent: Sendable, Equatable {
    package let position: Int64
    package let event: AuditEvent

    package init(position: Int64, event: AuditEvent) {
        self.position = position
        self.event = event
    }
}
