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

    /// Changes an app of Kii.
    ///
    /// - Returns: The client as it is now, with the administrator's secret where a new one was made; that is nowhere else.
    package func updateKii(_ id: String, _ update: KiiUpdate) async throws(CommandFailure) -> ClientSummary {
        let changed = try await perform(otherwise: CommandFailure.init) { () throws(OAuthError) in
            try await ClientRegistrar(core: core).updateKii(update, of: Client.ID(id), context: request)
        }
        guard let changed else { throw Self.noClient(id) }
        var summary = try await client(id)
        summary.information.kiiAdminSecret = changed.kiiAdminSecret
        return summary
    }

    /// Changes whether and how a client signs people in on pages of its own.
    ///
    /// - Returns: The client as it is now.
    package func changeNative(
        of id: String,
        _ change: (inout NativeAuthentication?) throws(CommandFailure) -> Void
    ) async throws(CommandFailure) -> ClientSummary {
        let client = try await read { store throws(StoreError) in try await store.client(Client.ID(id)) }
        guard var native = client.map(\.native) else { throw Self.noClient(id) }
        try change(&native)
        let changed = try await perform(otherwise: CommandFailure.init) { () throws(OAuthError) in
            try await ClientRegistrar(core: core).setNative(native, of: Client.ID(id), context: request)
        }
        guard let changed else { throw Self.noClient(id) }
        return ClientSummary(changed)
    }

    /// Deletes a client with all it was given.
    package func deleteClient(_ id: String) async throws(CommandFailure) {
        try await commit(
            [.client(.delete(Client.ID(id))), audit(.clientDeleted, client: Client.ID(id))],
            conflict: Self.noClient(id)
        )
    }
}
