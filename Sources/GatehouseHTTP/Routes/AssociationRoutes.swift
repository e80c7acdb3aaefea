import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The files by which phones and browsers associate apps and other sites with the host.
///
/// They are at the host's root, where their readers look for them, regardless of the issuer's path.
/// Their readers follow no redirects.
struct AssociationRoutes: Sendable {
    let server: IdentityServer

    var routes: [Route] {
        let files = AssociationFiles(
            issuer: server.settings.issuer,
            records: server.records,
            environment: server.environment
        )
        let origins = server.settings.factors.relatedOrigins
        return [
            Self.route(AppleAppSiteAssociationEndpoint.self) { () throws(OAuthError) in
                try await files.appleAppSiteAssociation()
            },
            Self.route(AssetLinksEndpoint.self) { () throws(OAuthError) in try await files.assetLinks() },
            Self.route(RelatedOriginsEndpoint.self) { () throws(OAuthError) in
                origins.isEmpty ? nil : RelatedOrigins(origins: origins)
            },
        ]
    }

    /// Returns the route of a file, which is missing if `read` returns `nil`.
    private static func route<E: Endpoint>(
        _ endpoint: E.Type,
        read: @escaping @Sendable () async throws(OAuthError) -> E.Response?
    ) -> Route {
        Route(E.methods, E.path, for: .api, isAtRoot: true) { _ throws(OAuthError) in
            guard let file = try await read() else {
                return ServerResponse(status: .notFound, fields: [.cacheControl: "no-store"])
            }
            return ServerResponse(file)
        }
    }
}
