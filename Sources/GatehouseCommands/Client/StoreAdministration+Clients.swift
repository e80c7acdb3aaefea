package import Foundation
package import GatehouseServer
package import GatehouseStore
package import GatehouseWire

extension StoreAdministration {
    /// Registers a client.
    ///
    /// - Returns: The client information; the secret is not stored in plain text.
    package func createClient(_ registration: ClientRegistration) async throws(CommandError) -> ClientInformation {
        try await perform(otherwise: CommandError.init) { () throws(OAuthError) in
            try await ClientRegistrar(core: core, policy: .standard).register(registration, context: request)
        }
    }

    /// Returns the API key of a Login with Amazon app.
    package func apiKey(clientID: String, bundleID: String) async throws(CommandError) -> String {
        do {
            return try await AmazonAPIKeyIssuer(core: core).apiKey(clientID: clientID, bundleID: bundleID)
        } catch {
            throw CommandError(error)
        }
    }

    /// Returns all clients, in order of creation, without their secrets.
    package func clients() async throws(CommandError) -> [ClientSummary] {
        try await read { store throws(StoreError) in try await store.clients() }.map(ClientSummary.init)
    }

    /// Returns a client, without its secrets.
    package func client(_ id: String) async throws(CommandError) -> ClientSummary {
        let client = try await read { store throws(StoreError) in try await store.client(Client.ID(id)) }
        guard let client else { throw Self.noClient(id) }
        return ClientSummary(client)
    }

    /// Changes a stored client.
    ///
    /// - Returns: The changed client.
    package func updateClient(
        _ id: String,
        _ change: @Sendable (inout Client) throws(OAuthError) -> Void
    ) async throws(CommandError) -> ClientSummary {
        let changed = try await perform(otherwise: CommandError.init) { () throws(OAuthError) in
            try await ClientRegistrar(core: core, policy: .standard).update(Client.ID(id), context: request, change)
        }
        guard let changed else { throw Self.noClient(id) }
        return ClientSummary(changed)
    }

    /// Creates a new secret for a client; the old one stays valid until the overlap ends.
    ///
    /// - Returns: The client with its new secret.
    package func rotateSecret(of id: String, overlap: TimeInterval) async throws(CommandError) -> ClientSummary {
        let rotated = try await perform(otherwise: CommandError.init) { () throws(OAuthError) in
            try await ClientRegistrar(core: core, policy: .standard).rotateSecret(
                of: Client.ID(id),
                overlap: overlap,
                context: request
            )
        }
        guard let rotated else { throw Self.noClient(id) }
        var summary = ClientSummary(rotated.client)
        summary.information.clientSecret = rotated.secret
        return summary
    }

    /// Counts the records that depend on a client.
    package func usage(of id: String) async throws(CommandError) -> ClientUsage {
        try await read { store throws(StoreError) in try await store.usage(of: Client.ID(id), at: core.now) }
    }

    /// Deletes a client with its sessions and consents.
    package func deleteClient(_ id: String) async throws(CommandError) {
        try await commit(
            [.client(.delete(Client.ID(id))), audit(.clientDeleted, client: Client.ID(id))],
            conflict: Self.noClient(id)
        )
    }
}
