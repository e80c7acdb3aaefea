import GatehouseStore
import GatehouseWire

/// Finds the client that a request names: a stored one, or one whose identifier is the URL of its metadata document.
struct ClientLookup: Sendable {
    private let records: RecordLookup
    private let documents: DocumentClients

    init(
        settings: ServerSettings,
        registrar: ClientRegistrar,
        limiter: AttemptLimiter,
        documents: any RemoteDocumentFetcher
    ) {
        records = registrar.records
        self.documents = DocumentClients(
            settings: settings,
            registrar: registrar,
            limiter: limiter,
            documents: documents
        )
    }

    /// Returns the client with an identifier; `nil` if there is none.
    ///
    /// - Throws: `invalid_client` for a client whose metadata document is missing or invalid;
    ///   `temporarily_unavailable` if it cannot be fetched at the moment; 429 if too many clients were registered.
    func client(_ id: Client.ID) async throws(OAuthError) -> Client? {
        try await current(id, stored: try await records.client(id))
    }

    /// Returns the client with an identifier, from the cache if it was read within ``Lifetimes/cachedClient``.
    ///
    /// - Throws: As ``client(_:)``.
    func cachedClient(_ id: Client.ID) async throws(OAuthError) -> Client? {
        try await current(id, stored: try await records.cachedClient(id))
    }

    private func current(_ id: Client.ID, stored: Client?) async throws(OAuthError) -> Client? {
        if let stored, stored.origin?.kind != .document { return stored }
        guard documents.covers(id) else { return nil }
        return try await documents.client(id, stored: stored)
    }
}
