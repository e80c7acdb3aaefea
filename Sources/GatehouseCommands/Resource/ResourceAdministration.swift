import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// Operations on the resources of a server.
package struct ResourceAdministration: Sendable {
    let store: StoreAdministration

    private var registrar: ResourceRegistrar { store.server.resourceRegistrar }
    private var directory: ResourceDirectory { store.server.resources }

    /// Registers a resource.
    package func create(_ resource: Resource) async throws(CommandError) -> ResourceSummary {
        try await checkIntrospectors(resource.introspectors)
        try await store.perform(otherwise: CommandError.init) { () throws(OAuthError) in
            try await registrar.register(resource, context: store.request)
        }
        return summary(resource)
    }

    /// Returns all resources, those of the configuration file first.
    package func list() async throws(CommandError) -> [ResourceSummary] {
        try await catalog().resources.map(summary)
    }

    /// Returns a resource.
    package func resource(_ id: String) async throws(CommandError) -> ResourceSummary {
        guard let resource = try await catalog().resource(named: id) else { throw Self.noResource(id) }
        return summary(resource)
    }

    /// Changes a stored resource.
    ///
    /// - Returns: The changed resource.
    package func update(
        _ id: String,
        _ change: @Sendable (inout Resource) throws(OAuthError) -> Void
    ) async throws(CommandError) -> ResourceSummary {
        let id = try await resource(id).resource.id
        let changed = try await store.perform(otherwise: CommandError.init) { () throws(OAuthError) in
            try await registrar.update(id, context: store.request, change)
        }
        guard let changed else { throw Self.noResource(id.rawValue) }
        return summary(changed)
    }

    /// Deletes a stored resource.
    package func delete(_ id: Resource.ID) async throws(CommandError) {
        let existed = try await store.perform(otherwise: CommandError.init) { () throws(OAuthError) in
            try await registrar.delete(id, context: store.request)
        }
        guard existed else { throw Self.noResource(id.rawValue) }
    }

    /// Validates the resources of the configuration file beside the stored ones.
    ///
    /// - Throws: The first rule that a resource violates.
    package func checkConfigured() async throws(CommandError) {
        for resource in store.server.settings.resources {
            try await checkIntrospectors(resource.introspectors)
            do { try await registrar.check(resource) } catch {
                throw CommandError(
                    "The resource '\(resource.id)' in the configuration file can't be used: \(error.description)",
                    advice: "Change it there, or change the resources of 'gatehouse resource list'."
                )
            }
        }
    }

    /// Requires introspectors to be registered clients.
    ///
    /// - Throws: An error with the command that registers the first one that is not.
    func checkIntrospectors(_ ids: [Client.ID]) async throws(CommandError) {
        for id in ids {
            let client = try await store.read { store throws(StoreError) in try await store.client(id) }
            guard client == nil else { continue }
            throw CommandError(
                "The introspector '\(id)' is not a registered client.",
                advice: """
                    Register it, with the same --config, --data and --database: gatehouse client create \
                    --client-id \(id) --name \(id) --type confidential --grant client_credentials
                    """
            )
        }
    }

    private func catalog() async throws(CommandError) -> ResourceCatalog {
        try await store.perform(otherwise: CommandError.init) { () throws(OAuthError) in
            try await directory.currentCatalog()
        }
    }

    private func summary(_ resource: Resource) -> ResourceSummary {
        ResourceSummary(resource, isConfigured: directory.isConfigured(resource.id))
    }

    private static func noResource(_ id: String) -> CommandError {
        CommandError("No API with the identifier '\(id)'.", advice: "List APIs: gatehouse resource list")
    }
}

extension StoreAdministration {
    /// The operations on resources.
    package var resources: ResourceAdministration { ResourceAdministration(store: self) }
}
