import GatehouseServer
import GatehouseWire
import HTTPTypes

/// `/oauth2/authorize`, for browsers: it answers with a redirect, to the client or to the sign-in page.
struct AuthorizationRoutes: Sendable {
    let server: IdentityServer
    let pages: PageDesk

    var routes: [Route] {
        [Route(AuthorizationEndpoint.self, for: .person) { call throws(OAuthError) in try await authorize(call) }]
    }

    func authorize(_ call: HTTPCall) async throws(OAuthError) -> HTTPAnswer {
        let parameters = try call.parameters()
        // A form posted by another site comes without our cookies (SameSite=Lax); the same request by GET brings them.
        if call.request.method == .post, call.request.headerFields[.cookie] == nil {
            return .redirect(to: pages.basePath + AuthorizationEndpoint.path + "?" + parameters.formEncoded)
        }
        let visitor = try await pages.visitor(call)
        return try await pages.answer(call, visitor) { () throws(AuthorizationError) in
            try await server.authorization.authorize(
                parameters,
                browser: visitor.browser,
                context: call.context,
                acceptLanguage: visitor.acceptLanguage
            )
        }
    }
}
