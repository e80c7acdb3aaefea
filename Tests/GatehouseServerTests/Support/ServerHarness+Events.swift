import GatehouseServer
import GatehouseStore

extension ServerHarness {
    /// Creates a server with receivers of events.
    init(receivers: [EventReceiver], acceptsMetadataDocuments: Bool = false) throws {
        try self.init(
            settings: ServerSettings(
                issuer: Self.issuer,
                isDevelopment: false,
                mailFrom: "no-reply@example.com",
                registration: RegistrationSettings(acceptsMetadataDocuments: acceptsMetadataDocuments),
                eventReceivers: receivers
            )
        )
    }

    /// Records events of one account and client.
    func recordEvents(
        _ kinds: AuditKind...,
        account: Account.ID = "ada",
        client: Client.ID = "app",
        session: Session.ID = "session",
        detail: String? = nil
    ) async throws {
        try await store.commit(
            kinds.map { kind in
                identity.audit.event(
                    kind,
                    context,
                    account: account,
                    client: client,
                    session: kind == .sessionEnded ? session : nil,
                    detail: detail
                )
            }
        )
    }
}

extension IdentityServer {
    /// Registers the streams of the receivers, and enqueues the events that are due.
    func forwardEvents() async throws {
        let forwarder = jobs.eventForwarder(wait: { _ in throw CancellationError() })
        try await forwarder.removeOtherStreams()
        try await forwarder.registerStreams()
        while try await forwarder.enqueueDue() > 0 {}
    }

    /// Delivers the enqueued events that are due.
    func deliverEvents(to receiver: EventReceiverSpy) async throws {
        let worker = jobs.eventWorker(poster: receiver) { _ in throw CancellationError() }
        while try await worker.deliverDue() > 0 {}
    }
}
