package import GatehouseStore

/// A queued audit event for one receiver.
package struct EventMessage: Sendable, Equatable, Codable {
    package let stream: EventStream.ID
    /// The identifier of the message, the same for every attempt.
    package let id: String
    /// The event; `nil` verifies a stream of shared signals.
    package let event: AuditEvent?

    package init(stream: EventStream.ID, id: String, event: AuditEvent?) {
        self.stream = stream
        self.id = id
        self.event = event
    }
}

/// Sends audit events.
package protocol EventTransport: Sendable {
    /// Sends an event; returns once the receiver has accepted it, or is no longer configured.
    func send(_ message: EventMessage) async throws(DeliveryError)
}
