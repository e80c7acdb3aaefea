import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// The endpoints for clients: token, pushed authorization, revocation, introspection and device authorization.
struct TokenRoutes: Sendable {
    let server: IdentityServer

    var routes: [Route] {
        [
            Route(TokenEndpoint.self, for: .browserAPI, clientForm: .openID) { call throws(OAuthError) in
                ServerResponse(
                    try await server.token.token(
                        try call.form(),
                        authorization: authorization(call),
                        dpopProof: call.dpopProof,
                        context: call.context
                    )
                ).with(dpopNonce: server.dpop.nonce(afterProof: call.dpopProof, of: .authorizationServer))
            },
            Route(PushedAuthorizationEndpoint.self, for: .browserAPI, clientForm: .openID) { call throws(OAuthError) in
                ServerResponse(
                    try await server.pushedAuthorization.push(
                        try call.form(),
                        authorization: authorization(call),
                        dpopProof: call.dpopProof,
                        context: call.context
                    )
                ).with(dpopNonce: server.dpop.nonce(afterProof: call.dpopProof, of: .authorizationServer))
            },
            Route(RevocationEndpoint.self, for: .browserAPI, clientForm: .openID) { call throws(OAuthError) in
                ServerResponse(
                    try await server.revocation.revoke(
                        try call.form(),
                        authorization: authorization(call),
                        context: call.context
                    )
                )
            },
            Route(IntrospectionEndpoint.self, for: .api, clientForm: .openID) { call throws(OAuthError) in
                ServerResponse(
                    try await server.introspection.introspect(
                        try call.form(),
                        authorization: authorization(call),
                        context: call.context
                    )
                )
            },
            Route(DeviceAuthorizationEndpoint.self, for: .browserAPI, clientForm: .openID) {
                call throws(OAuthError) in
                ServerResponse(
                    try await server.deviceAuthorization.authorizeDevice(
                        try call.form(),
                        authorization: authorization(call),
                        context: call.context
                    )
                )
            },
        ]
    }

    private func authorization(_ call: ServerRequest) -> String? { call.request.headerFields[.authorization] }
}

/// The authorization challenge endpoint, for apps with their own sign-in screens.
struct AuthorizationChallengeRoutes: Sendable {
    let server: IdentityServer

    var routes: [Route] {
        [
            Route(AuthorizationChallengeEndpoint.self, for: .api, clientForm: .openID) { call throws(OAuthError) in
                // A page could send codes and guess passwords from the addresses of its visitors.
                guard call.request.headerFields[.origin] == nil else {
                    throw OAuthError(.invalidRequest, "Web pages must use the authorization code flow.")
                }
                return try await challenge(call).with(
                    dpopNonce: server.dpop.nonce(afterProof: call.dpopProof, of: .authorizationServer)
                )
            }
        ]
    }

    private func challenge(_ call: ServerRequest) async throws(OAuthError) -> ServerResponse {
        let form = try call.form()
        do throws(AuthorizationChallengeError) {
            return ServerResponse(
                try await server.authorizationChallenge.challenge(
                    form,
                    authorization: call.request.headerFields[.authorization],
                    dpopProof: call.dpopProof,
                    acceptLanguage: call.request.headerFields[.acceptLanguage],
                    context: call.context
                )
            )
        } catch {
            return ServerResponse(error)
        }
    }
}

/// `/oauth2/userinfo` (OpenID Connect Core §5.3), by GET and POST.
struct UserInfoRoutes: Sendable {
    let server: IdentityServer

    var routes: [Route] {
        [
            Route(UserInfoEndpoint.self, for: .browserAPI) { call throws(OAuthError) in
                let isForm = call.request.method == .post && !call.body.isEmpty
                let form = isForm ? try call.form() : Parameters()
                let response =
                    switch try await server.userInfo.response(form, call.resourceRequest) {
                    case .json(let response): ServerResponse(response)
                    case .jwt(let token): ServerResponse(token)
                    }
                return response.with(dpopNonce: server.dpop.nonce(afterProof: call.dpopProof, of: .resourceServer))
            }
        ]
    }
}

/// Discovery (OpenID Connect Discovery §4, RFC 8414 §3), the public keys and the OpenAPI document.
struct MetadataRoutes: Sendable {
    let server: IdentityServer

    var routes: [Route] {
        let response = ServerResponse(server.discovery.metadata)
        let responses = ResponseHeadCache<ServerMetadata>()
        let metadata = { @Sendable (_: ServerRequest) async throws(OAuthError) -> ServerResponse in
            guard let resources = await server.protectedResources.identifiers() else { return response }
            var metadata = server.discovery.metadata
            metadata.protectedResources = resources
            return responses.response(for: metadata)
        }
        let keySets = ResponseHeadCache<JSONWebKeySet>()
        return [
            Route(OpenIDConfigurationEndpoint.self, for: .browserAPI, handle: metadata),
            Route(AuthorizationServerMetadataEndpoint.self, for: .browserAPI, handle: metadata),
            // For an issuer with a path, RFC 8414 §3.1 puts the well-known part first.
            Route(
                AuthorizationServerMetadataEndpoint.methods,
                AuthorizationServerMetadataEndpoint.path + server.settings.issuerPath,
                for: .browserAPI,
                isAtRoot: true,
                handle: metadata
            ),
            Route(KeySetEndpoint.self, for: .browserAPI) { _ throws(OAuthError) in
                keySets.response(for: try await server.keySet.keySet())
            },
            Route(OpenAPIEndpoint.self, for: .browserAPI) { _ throws(OAuthError) in
                ServerResponse(try server.openAPI.document())
            },
        ]
    }
}

extension ReplicationHealth {
    fileprivate init(_ status: ReplicationStatus) {
        self.init(
            waitsForStandby: status.waitsForStandby,
            standbys: status.standbys,
            asynchronousLag: status.asynchronousLag,
            warning: status.warning
        )
    }
}

/// The liveness and readiness probes.
struct HealthRoutes: Sendable {
    let server: IdentityServer
    /// Whether all callers receive the reason of a failure and the state of the replication.
    ///
    /// Otherwise only callers on this machine do: they tell strangers when an attack is worthwhile.
    var informsAllCallers = false

    var routes: [Route] {
        [
            Route(LiveEndpoint.self, for: .api, isLimited: false) { _ throws(OAuthError) in
                ServerResponse(HealthResponse())
            },
            Route(ReadyEndpoint.self, for: .api, isLimited: false) { call throws(OAuthError) in
                let isInformed = informsAllCallers || Self.isLocal(call.context)
                guard await !server.readiness.isDraining else {
                    throw OAuthError(.temporarilyUnavailable, "The server is shutting down.")
                }
                do throws(StoreError) {
                    let replication = try await server.readiness.check()
                    guard isInformed else { return ServerResponse(HealthResponse()) }
                    return ServerResponse(HealthResponse(replication: replication.map(ReplicationHealth.init)))
                } catch {
                    server.records.failures.record(error)
                    throw OAuthError(.temporarilyUnavailable, isInformed ? error.reason : "The server is not ready.")
                }
            },
        ]
    }

    /// Returns whether the caller is on this machine, or has no address, as in a test without sockets.
    private static func isLocal(_ context: RequestMetadata) -> Bool {
        guard let address = context.address else { return true }
        if address == ClientNetwork("::1").text { return true }
        return IPAddress(address).map { address in IPNetwork.loopback.contains { $0.contains(address) } } ?? false
    }
}
