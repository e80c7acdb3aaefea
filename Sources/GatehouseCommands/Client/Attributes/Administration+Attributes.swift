import GatehouseServer
package import GatehouseStore
import GatehouseWire

extension Administration {
    /// What a client asks people for.
    package func attributes(of id: String) async throws(CommandFailure) -> [ClientAttribute] {
        let client = try await read { store throws(StoreError) in try await store.client(Client.ID(id)) }
        guard let client else { throw Self.noClient(id) }
        return client.attributes
    }

    /// Changes what a client asks people for.
    ///
    /// - Returns: What it now asks for.
    package func changeAttributes(
        of id: String,
        _ change: @Sendable (inout [ClientAttribute]) throws(CommandFailure) -> Void
    ) async throws(CommandFailure) -> [ClientAttribute] {
        guard !fileClients.contains(Client.ID(id)) else {
            throw CommandFailure(
                "What \(id) asks for stands in the configuration file, which counts when the server starts.",
                advice: "Change it there."
            )
        }
        let summary = try await updateClient(id) { client throws(OAuthError) in
            do throws(CommandFailure) { try change(&client.attributes) } catch {
                throw OAuthError(.invalidClientMetadata, error.line)
            }
        }
        return summary.client.attributes
    }

    /// Has every client ask for what the configuration file says.
    ///
    /// - Returns: The clients of the file that there are not.
    package func apply(
        _ file: [Client.ID: [ClientAttribute]]
    ) async throws(CommandFailure) -> [Client.ID] {
        var unknown: [Client.ID] = []
        for (id, attributes) in file.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let changed: Client?
            do {
                changed = try await ClientRegistrar(core: core).update(id, context: request) { client in
                    client.attributes = attributes
                }
            } catch {
                throw CommandFailure(error)
            }
            if changed == nil { unknown.append(id) }
        }
        return unknown
    }

    static func noClient(_ id: String) -> CommandFailure {
        CommandFailure("There is no client \(id).", advice: "'gatehouse client list' shows those there are.")
    }
}
