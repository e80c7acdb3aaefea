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
                        try form(call),
                        authorization: authorization(call),
                        context: call.context
                    )
                )
            },
            Route(RevocationEndpoint.self, for: .browserProgram) { call throws(OAuthError) in
                HTTPAnswer(
                    try await server.revocation.revoke(
                        try form(call),
                        authorization: authorization(call),
                        context: call.context
                    )
                )
            },
            Route(IntrospectionEndpoint.self, for: .program) { call throws(OAuthError) in
                HTTPAnswer(
                    try await server.introspection.introspect(
                        try form(call),
                        authorization: authorization(call),
                        context: call.context
                    )
                )
            },
            Route(DeviceAuthorizationEndpoint.self, for: .browserProgram) { call throws(OAuthError) in
                HTTPAnswer(
                    try await server.deviceAuthorization.authorizeDevice(
                        try form(call),
                        authorization: authorization(call),
                        context: call.context
                    )
                )
            },
        ]
    }

    /// The form, once its client has been counted against its limit.
    ///
    /// A client that does not exist is counted too: it costs as much. What is too long to be an identifier is not remembered.
    private func form(_ call: HTTPCall) throws(OAuthError) -> Parameters {
        let form = try call.form()
        let field = authorization(call).flatMap { try? AuthorizationHeader($0) }
        if let client = field?.clientID ?? form[.clientID], client.utf8.count <= 256 {
            try server.limiter.count(.client(client), at: server.core.now)
        }
        return form
    }

    private func authorization(_ call: HTTPCall) -> String? { call.request.headerFields[.authorization] }
}

extension AuthorizationHeader {
    /// The client that authenticates with it.
    fileprivate var clientID: String? {
        guard case .basic(let clientID, _) = self else { return nil }
        return clientID
    }
}
