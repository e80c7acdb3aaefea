/// A registered receiver of audit events, for which the store keeps a notice of each event.
package struct EventStream: Sendable {
    package typealias ID = TypedID<EventStream>
}

/// An audit event that one stream has to be notified of, written in the commit of the event.
package struct EventNotice: Sendable, Equatable {
    package let stream: EventStream.ID
    package let event: AuditEvent

    package init(stream: EventStream.ID, event: AuditEvent) {
        self.stream = stream
        self.event = event
    }
}

/// Reads the streams and their notices.
package protocol EventNoticeReader: Sendable {
    /// Returns the registered streams, in any order.
    func eventStreams() async throws(StoreError) -> [EventStream.ID]

    /// Returns notices for the given streams, those of the oldest events first.
    func eventNotices(for streams: [EventStream.ID], limit: Int) async throws(StoreError) -> [EventNotice]
}
