import GatehouseStore
package import GatehouseWire

/// The metadata of protected resources on the issuer's host (RFC 9728 §3): of this server's own endpoints, whose
/// identifier is the issuer, and of resources with the issuer's origin.
package struct ProtectedResourceHandler: Sendable {
    /// The maximum number of segments in the path of a resource whose metadata is published.
    package static let maximumDepth = 6

    let resources: ResourceDirectory
    private let origin: String?

    init(resources: ResourceDirectory) {
        self.resources = resources
        origin = RedirectURI(rawValue: resources.issuer)?.origin
    }

    /// Returns the identifiers of the registered resources whose metadata this server publishes (RFC 9728 §4).
    ///
    /// - Returns: The identifiers; `nil` without any, and while the store is unavailable, because clients need the rest
    ///   of the server metadata.
    package func identifiers() async -> [String]? {
        guard let origin, let catalog = try? await resources.catalog() else { return nil }
        let identifiers = catalog.resources.map(\.id.rawValue).filter { id in
            guard id.hasPrefix(origin) else { return false }
            let path = id.dropFirst(origin.count)
            return (path.isEmpty || path.hasPrefix("/")) && !path.contains("?")
                && path.split(separator: "/").count <= Self.maximumDepth
        }
        return identifiers.isEmpty ? nil : identifiers.sorted()
    }

    /// Returns the metadata of a resource; `nil` if there is none.
    ///
    /// - Parameter path: The path of the resource's identifier, which follows the well-known path; empty for none.
    /// - Returns: The metadata.
    /// - Throws: `temporarily_unavailable`.
    package func metadata(ofPath path: String) async throws(OAuthError) -> ProtectedResourceMetadata? {
        let issuer = resources.issuer
        guard let origin else { return nil }
        let catalog = try await resources.catalog()
        guard let resource = catalog.resource(named: origin + path) else {
            guard origin + path == issuer else { return nil }
            var metadata = ProtectedResourceMetadata(
                resource: issuer,
                authorizationServers: [issuer],
                scopesSupported: [.openid, .profile, .email, .phone, .address, .account]
            )
            metadata.bearerMethodsSupported = [Self.header]
            return metadata
        }
        var metadata = ProtectedResourceMetadata(
            resource: resource.id.rawValue,
            authorizationServers: [issuer],
            scopesSupported: resource.scopes.map(\.name)
        )
        metadata.bearerMethodsSupported = [Self.header]
        metadata.resourceName = resource.name
        metadata.requiresDPoP = resource.requiresDPoP ? true : nil
        return metadata
    }

    /// The `Authorization` field (RFC 6750 §2.1).
    private static let header = "header"
}
