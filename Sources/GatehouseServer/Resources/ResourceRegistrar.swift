package import GatehouseStore
package import GatehouseWire

/// Registers, updates and deletes resources.
package struct ResourceRegistrar: Sendable {
    let directory: ResourceDirectory
    let records: RecordLookup
    let audit: AuditLog
    let environment: ServerEnvironment

    private var rules: ResourceRules { ResourceRules(issuer: directory.issuer) }

    /// Registers a resource.
    ///
    /// - Throws: `invalid_request` with the rule that the resource violates.
    package func register(_ resource: Resource, context: RequestMetadata) async throws(OAuthError) {
        try await check(resource)
        let changes = [
            .resource(.insert(resource)), audit.event(.resourceCreated, context, detail: resource.id.rawValue),
        ]
        guard try await records.firstConflict(committing: changes) == nil else {
            throw OAuthError(.invalidRequest, "The resource \(resource.id) exists.")
        }
    }

    /// Updates a stored resource.
    ///
    /// - Parameters:
    ///   - id: The resource's identifier.
    ///   - context: The request, for the audit log.
    ///   - change: A closure that modifies the stored resource. It runs again after a concurrent update.
    /// - Returns: The updated resource; `nil` if it does not exist.
    /// - Throws: `invalid_request` with the rule that the resource violates.
    package func update(
        _ id: Resource.ID,
        context: RequestMetadata,
        _ change: @Sendable (inout Resource) throws(OAuthError) -> Void
    ) async throws(OAuthError) -> Resource? {
        for _ in 0..<Self.attempts {
            guard let before = try await directory.currentCatalog().resource(id) else { return nil }
            guard !directory.isConfigured(id) else { throw Self.configured(id) }
            var resource = before
            try change(&resource)
            guard resource != before else { return resource }
            try await check(resource)
            resource.revision += 1
            let detail = ([id.rawValue] + resource.changedProperties(since: before)).joined(separator: ", ")
            let changes = [.resource(.update(resource)), audit.event(.resourceUpdated, context, detail: detail)]
            if try await records.firstConflict(committing: changes) == nil { return resource }
        }
        throw .busy
    }

    /// Deletes a stored resource; clients can no longer request tokens for it.
    ///
    /// - Returns: Whether it existed.
    /// - Throws: `invalid_request` for a resource of the configuration file.
    package func delete(_ id: Resource.ID, context: RequestMetadata) async throws(OAuthError) -> Bool {
        guard !directory.isConfigured(id) else { throw Self.configured(id) }
        let changes = [.resource(.delete(id)), audit.event(.resourceDeleted, context, detail: id.rawValue)]
        return try await records.firstConflict(committing: changes) == nil
    }

    /// Validates a resource of the configuration file beside all others.
    ///
    /// - Throws: `invalid_request` with the rule that the resource violates.
    package func check(_ resource: Resource) async throws(OAuthError) {
        let others = try await directory.currentCatalog().resources.filter { $0.id != resource.id }
        try rules.check(resource, beside: others)
        for id in resource.introspectors {
            guard let client = try await records.client(id) else {
                throw OAuthError(.invalidRequest, "The introspector \(id) is not a registered client.")
            }
            guard client.isConfidential else {
                throw OAuthError(.invalidRequest, "The introspector \(id) must be a confidential client.")
            }
        }
    }

    /// The number of attempts when other operators update the same resource.
    private static let attempts = 8

    private static func configured(_ id: Resource.ID) -> OAuthError {
        OAuthError(.invalidRequest, "The resource \(id) is set in the configuration file. Change it there.")
    }
}

extension Resource {
    /// Returns the names of the properties that differ from an earlier version, for the audit log.
    fileprivate func changedProperties(since old: Resource) -> [String] {
        let comparisons: [(String, Bool)] = [
            ("name", name != old.name), ("scopes", scopes != old.scopes),
            ("token format", tokenFormat != old.tokenFormat), ("algorithm", algorithm != old.algorithm),
            ("token lifetime", tokenLifetime != old.tokenLifetime),
            ("introspectors", introspectors != old.introspectors), ("introspection", introspects != old.introspects),
            ("DPoP", requiresDPoP != old.requiresDPoP),
        ]
        return comparisons.filter(\.1).map(\.0)
    }
}
