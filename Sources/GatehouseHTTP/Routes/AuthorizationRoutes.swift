import GatehouseServer
import GatehouseWire
import HTTPTypes

/// `/oauth2/authorize`, which redirects the browser to the client or to the sign-in page.
struct AuthorizationRoutes: Sendable {
    let server: IdentityServer
    let pages: PageResponder

    var routes: [Route] {
        [
            Route(AuthorizationEndpoint.self, for: .page) { call throws(OAuthError) in
                try await authorize(call, parameters: try call.parameters())
            }
        ]
    }

    func authorize(_ call: ServerRequest, parameters: Parameters) async throws(OAuthError) -> ServerResponse {
        // A cross-site form post carries no cookies (SameSite=Lax); the same request by GET does.
        if call.request.method == .post, call.request.headerFields[.cookie] == nil {
            return .redirect(to: pages.basePath + AuthorizationEndpoint.path + "?" + parameters.formEncoded)
        }
        let browserRequest = try await pages.browserRequest(call)
        return try await pages.respond(to: browserRequest) { () throws(AuthorizationError) in
            try await server.authorization.authorize(
                parameters,
                browser: browserRequest.browser,
                context: call.context,
                acceptLanguage: browserRequest.acceptLanguage
            )
        }
    }
}
