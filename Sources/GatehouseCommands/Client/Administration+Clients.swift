package import GatehouseServer
import GatehouseStore
package import GatehouseWire

extension Administration {
    /// Registers a client.
    ///
    /// - Returns: what its developer needs; the secret is nowhere else.
    package func createClient(_ registration: ClientRegistration) async throws(CommandFailure) -> ClientInformation {
        do {
            return try await ClientRegistrar(core: core).register(registration, context: request)
        } catch {
            throw CommandFailure(error)
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
        try await read { store throws(StoreError) in try await store.clients() }.map {
            ClientSummary(
                information: $0.information(),
                attributes: $0.attributes.map(\.specification),
                native: $0.native
            )
        }
    }

    /// Deletes a client with all it was given.
    package func deleteClient(_ id: String) async throws(CommandFailure) {
        try await commit(
            [.client(.delete(Client.ID(id))), audit(.clientDeleted, client: Client.ID(id))],
            conflict: Self.noClient(id)
        )
    }
}
