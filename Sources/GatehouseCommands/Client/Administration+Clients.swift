package import Foundation
package import GatehouseServer
package import GatehouseStore
package import GatehouseWire

extension Administration {
    /// Registers a client.
    ///
    /// - Returns: what its developer needs; the secret is nowhere else.
    package func createClient(_ registration: ClientRegistration) async throws(CommandFailure) -> ClientInformation {
        try await perform(otherwise: CommandFailure.init) { () throws(OAuthError) in
            try await ClientRegistrar(core: core).register(registration, context: request)
        }
    }

    /// The API key of an app of Login with Amazon.
    package func apiKey(clientID: String, bundleID: String) async throws(CommandFailure) -> String {
        do {
            return try await AmazonKeyMinter(core: core).apiKey(clientID: clientID, bundleID: bundleID)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// All clients, in order of creation, without their secrets.
    package func clients() async throws(CommandFailure) -> [ClientSummary] {
        try await read { store throws(StoreError) in try await store.clients() }.map(ClientSummary.init)
    }

    /// One client, without its secrets.
    package func client(_ id: String) async throws(CommandFailure) -> ClientSummary {
        let client = try await read { store throws(StoreError) in try await store.client(Client.ID(id)) }
        guard let client else { throw Self.noClient(id) }
        return ClientSummary(client)
    }

    /// Changes a client as it is stored now.
    ///
    /// - Returns: The client as it is now.
    package func updateClient(
        _ id: String,
        _ change: @Sendable (inout Client) throws(OAuthError) -> Void
    ) async throws(CommandFailure) -> ClientSummary {
        let changed = try await perform(otherwise: CommandFailure.init) { () throws(OAuthError) in
            try await ClientRegistrar(core: core).update(Client.ID(id), context: request, change)
        }
        guard let changed else { throw Self.noClient(id) }
        return ClientSummary(changed)
    }

    /// Gives a client a new secret; the old one works until the end of the overlap.
    ///
    /// - Returns: The client with its new secret.
    package func rotateSecret(of id: String, overlap: TimeInterval) async throws(CommandFailure) -> ClientSummary {
        let rotated = try await perform(otherwise: CommandFailure.init) { () throws(OAuthError) in
            try await ClientRegistrar(core: core).rotateSecret(of: Client.ID(id), overlap: overlap, context: request)
        }
        guard let rotated else { throw Self.noClient(id) }
        var summary = ClientSummary(rotated.client)
        summary.information.clientSecret = rotated.secret
        return summary
    }

    /// Counts the records that depend on a client.
    package func usage(of id: String) async throws(CommandFailure) -> ClientUsage {
        try await read { store throws(StoreError) in try await store.usage(of: Client.ID(id), at: core.now) }
    }

    /// Deletes a client with all it was given.
    package func deleteClient(_ id: String) async throws(CommandFailure) {
        try await commit(
            [.client(.delete(Client.ID(id))), audit(.clientDeleted, client: Client.ID(id))],
            conflict: Self.noClient(id)
        )
    }
}
