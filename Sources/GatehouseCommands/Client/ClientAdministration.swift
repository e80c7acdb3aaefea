package import Foundation
package import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// Operations on the clients of a server.
package struct ClientAdministration: Sendable {
    let store: StoreAdministration

    var registrar: ClientRegistrar { store.server.registrar }

    /// Registers a client.
    ///
    /// - Returns: The client information; the secret is not stored in plain text.
    package func create(_ registration: ClientRegistration) async throws(CommandError) -> ClientInformation {
        try await store.perform(otherwise: CommandError.init) { () throws(OAuthError) in
            try await registrar.register(registration, context: store.request)
        }
    }

    /// Returns the API key of a Login with Amazon app.
    package func apiKey(clientID: String, bundleID: String) async throws(CommandError) -> String {
        do {
            return try await store.server.amazonKeys.apiKey(clientID: clientID, bundleID: bundleID)
        } catch {
            throw CommandError(error)
        }
    }

    /// Calls `body` with every client, a page of them at a time, in order of creation, without their secrets.
    package func forEachPage(_ body: ([ClientSummary]) throws -> Void) async throws {
        var pages = pages
        while case let page = try await pages.next(), !page.isEmpty { try body(page.map(ClientSummary.init)) }
    }

    /// Returns the clients that meet a condition, in order of creation.
    func all(where isIncluded: (Client) -> Bool) async throws(CommandError) -> [Client] {
        var found: [Client] = []
        var pages = pages
        while case let page = try await pages.next(), !page.isEmpty { found += page.filter(isIncluded) }
        return found
    }

    private var pages: RecordPages<Client> {
        RecordPages(by: \.id) { id, limit throws(CommandError) in
            try await store.read { store throws(StoreError) in try await store.clients(after: id, limit: limit) }
        }
    }

    /// Returns whether a client is registered.
    func contains(_ id: Client.ID) async throws(CommandError) -> Bool {
        try await store.read { store throws(StoreError) in try await store.client(id) } != nil
    }

    /// Returns a client, without its secrets.
    package func client(_ id: String) async throws(CommandError) -> ClientSummary {
        ClientSummary(try await stored(id))
    }

    /// Changes a stored client.
    ///
    /// - Returns: The changed client.
    package func update(
        _ id: String,
        _ change: @Sendable (inout Client) throws(OAuthError) -> Void
    ) async throws(CommandError) -> ClientSummary {
        let changed = try await store.perform(otherwise: CommandError.init) { () throws(OAuthError) in
            try await registrar.update(Client.ID(id), context: store.request, change)
        }
        guard let changed else { throw Self.noClient(id) }
        return ClientSummary(changed)
    }

    /// Creates a new secret for a client; the old one stays valid until the overlap ends.
    ///
    /// - Returns: The client with its new secret.
    package func rotateSecret(of id: String, overlap: TimeInterval) async throws(CommandError) -> ClientSummary {
        let rotated = try await store.perform(otherwise: CommandError.init) { () throws(OAuthError) in
            try await registrar.rotateSecret(of: Client.ID(id), overlap: overlap, context: store.request)
        }
        guard let rotated else { throw Self.noClient(id) }
        var summary = ClientSummary(rotated.client)
        summary.information.clientSecret = rotated.secret
        return summary
    }

    /// Counts the records that depend on a client.
    package func usage(of id: String) async throws(CommandError) -> ClientUsage {
        let now = store.server.environment.now
        return try await store.read { store throws(StoreError) in try await store.usage(of: Client.ID(id), at: now) }
    }

    /// Marks a client as deleted, which makes it unusable; does nothing if it is marked.
    package func markDeleted(_ client: Client) async throws(CommandError) {
        guard client.deletedAt == nil else { return }
        let mark = ClientChange.markDeleted(client.id, at: store.server.environment.now)
        try await store.commit(
            [.client(mark), store.audit(.clientDeleted, client: client.id)],
            conflict: Self.noClient(client.id.rawValue)
        )
    }

    /// Deletes the records of a client that is marked as deleted, then the client.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - wait: Waits between two commits.
    ///   - progress: A closure that receives the number of deleted records.
    /// - Throws: ``CommandError``; a server or another call continues later.
    package func finishDeletion(
        of client: Client,
        wait: @escaping @Sendable (Duration) async throws -> Void,
        progress: (Int) -> Void
    ) async throws(CommandError) {
        do throws(StoreError) {
            _ = try await ClientDeletion(store: store.server.store, wait: wait).finish(client.id) { count in
                progress(count)
                return true
            }
        } catch {
            throw CommandError(error)
        }
    }

    /// Returns the attributes of a client.
    package func attributes(of id: String) async throws(CommandError) -> [ClientAttribute] {
        try await stored(id).attributes
    }

    /// Changes the attributes of a client.
    ///
    /// - Returns: The new attributes.
    package func changeAttributes(
        of id: String,
        _ change: @Sendable (inout [ClientAttribute]) throws(CommandError) -> Void
    ) async throws(CommandError) -> [ClientAttribute] {
        guard !store.fileClients.contains(Client.ID(id)) else {
            throw CommandError(
                "The attributes of '\(id)' are set in the configuration file, which the server reads on start.",
                advice: "Change them there."
            )
        }
        let summary = try await update(id) { client throws(OAuthError) in
            do throws(CommandError) { try change(&client.attributes) } catch {
                throw OAuthError(.invalidClientMetadata, error.line)
            }
        }
        return summary.client.attributes
    }

    /// Applies the attributes of the configuration file to the clients.
    ///
    /// - Returns: The clients in the file that do not exist.
    package func apply(
        _ file: [Client.ID: [ClientAttribute]]
    ) async throws(CommandError) -> [Client.ID] {
        var unknown: [Client.ID] = []
        for (id, attributes) in file.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let changed: Client?
            do {
                changed = try await registrar.update(id, context: store.request) { client in
                    client.attributes = attributes
                }
            } catch {
                throw CommandError(error)
            }
            if changed == nil { unknown.append(id) }
        }
        return unknown
    }

    private func stored(_ id: String) async throws(CommandError) -> Client {
        let client = try await store.read { store throws(StoreError) in try await store.client(Client.ID(id)) }
        guard let client else { throw Self.noClient(id) }
        return client
    }

    private static func noClient(_ id: String) -> CommandError {
        CommandError("No client with ID '\(id)'.", advice: "List clients: gatehouse client list")
    }
}

extension StoreAdministration {
    /// The operations on clients.
    package var clients: ClientAdministration { ClientAdministration(store: self) }
}
