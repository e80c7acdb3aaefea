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
        _ change: (inout [ClientAttribute]) throws(CommandFailure) -> Void
    ) async throws(CommandFailure) -> [ClientAttribute] {
        guard !fileClients.contains(Client.ID(id)) else {
            throw CommandFailure(
                "What \(id) asks for stands in the configuration file, which counts when the server starts.",
                advice: "Change it there."
            )
        }
        var attributes = try await attributes(of: id)
        try change(&attributes)
        guard try await setAttributes(attributes, of: Client.ID(id)) else { throw Self.noClient(id) }
        return attributes
    }

    /// Has every client ask for what the configuration file says.
    ///
    /// - Returns: The clients of the file that there are not.
    package func apply(
        _ file: [Client.ID: [ClientAttribute]]
    ) async throws(CommandFailure) -> [Client.ID] {
        var unknown: [Client.ID] = []
        for (id, attributes) in file.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            if try await !setAttributes(attributes, of: id) { unknown.append(id) }
        }
        return unknown
    }

    private func setAttributes(_ attributes: [ClientAttribute], of id: Client.ID) async throws(CommandFailure) -> Bool {
        do {
            return try await ClientRegistrar(core: core).setAttributes(attributes, of: id, context: request)
        } catch {
            throw CommandFailure(error)
        }
    }

    static func noClient(_ id: String) -> CommandFailure {
        CommandFailure("There is no client \(id).", advice: "'gatehouse client list' shows those there are.")
    }
}
