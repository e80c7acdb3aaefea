import GatehouseServer
import GatehouseWire
import HTTPTypes

/// What clients call directly, with their own credentials: token, revocation, introspection, device authorization.
struct TokenRoutes: Sendable {
    let server: IdentityServer

    var routes: [Route] {
        [
            Route(TokenEndpoint.self, for: .browserProgram) { call throws(OAuthError) in
                HTTPAnswer(
                    try await server.token.token(
                        try call.form(),
                        authorization: authorization(call),
                        context: call.context
                    )
                )
            },
            Route(RevocationEndpoint.self, for: .browserProgram) { call throws(OAuthError) in
                HTTPAnswer(
                    try await server.revocation.revoke(
                        try call.form(),
                        authorization: authorization(call),
                        context: call.context
                    )
                )
            },
            Route(IntrospectionEndpoint.self, for: .program) { call throws(OAuthError) in
                HTTPAnswer(
                    try await server.introspection.introspect(
                        try call.form(),
                        authorization: authorization(call),
                        context: call.context
                    )
                )
            },
            Route(DeviceAuthorizationEndpoint.self, for: .browserProgram) { call throws(OAuthError) in
                HTTPAnswer(
                    try await server.deviceAuthorization.authorizeDevice(
                        try call.form(),
                        authorization: authorization(call),
                        context: call.context
                    )
                )
            },
        ]
    }

    private func authorization(_ call: HTTPCall) -> String? { call.request.headerFields[.authorization] }
}
