import GatehouseServer
import GatehouseWire

/// Discovery (OpenID Connect Discovery §4, RFC 8414 §3) and the public keys.
struct MetadataRoutes: Sendable {
    let server: IdentityServer

    var routes: [Route] {
        let answer = HTTPAnswer(server.discovery.metadata)
        let metadata = { @Sendable (_: HTTPCall) async throws(OAuthError) -> HTTPAnswer in answer }
        let keySets = LastAnswer<JSONWebKeySet>()
        return [
            Route(OpenIDConfigurationEndpoint.self, for: .browserProgram, handle: metadata),
            Route(AuthorizationServerMetadataEndpoint.self, for: .browserProgram, handle: metadata),
            // For an issuer with a path, RFC 8414 §3.1 puts the well-known part first.
            Route(
                AuthorizationServerMetadataEndpoint.methods,
                AuthorizationServerMetadataEndpoint.path + server.core.settings.issuerPath,
                for: .browserProgram,
                isAtRoot: true,
                handle: metadata
            ),
            Route(KeySetEndpoint.self, for: .browserProgram) { _ throws(OAuthError) in
                keySets.answer(try await server.keySet.keySet())
            },
        ]
    }
}
