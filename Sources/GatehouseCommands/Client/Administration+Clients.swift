import GatehouseServer
import GatehouseStore
package import GatehouseWire

extension Administration {
    /// Registers a client.
    ///
    /// - Returns: what its developer needs; the secret is nowhere else.
    package func createClient(_ registration: ClientRegistration) async throws(CommandFailure) -> ClientInformation {
        let secret = registration.kind == .confidential ? OpaqueToken(random: core.environment.random) : nil
        let client = try registration.client(
            id: registration.id.map(Client.ID.init(_:)) ?? core.newID(),
            secretHash: secret?.hash,
            now: core.now
        )
        try await commit(
            [.client(.insert(client)), audit(.clientCreated, client: client.id)],
            conflict: CommandFailure("A client \(client.id) exists already.", advice: "Choose another --client-id.")
        )
        return ClientInformation(client, secret: secret?.secret)
    }

    /// All clients, in order of creation, without their secrets.
    package func clients() async throws(CommandFailure) -> [ClientInformation] {
        try await read { store throws(StoreError) in try await store.clients() }.map {
            ClientInformation($0, secret: nil)
        }
    }

    /// Deletes a client with all it was given.
    package func deleteClient(_ id: String) async throws(CommandFailure) {
        try await commit(
            [.client(.delete(Client.ID(id))), audit(.clientDeleted, client: Client.ID(id))],
            conflict: CommandFailure(
                "There is no client \(id).",
                advice: "'gatehouse client list' shows those there are."
            )
        )
    }
}
