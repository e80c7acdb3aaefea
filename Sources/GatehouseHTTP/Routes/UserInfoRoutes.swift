import GatehouseServer
import GatehouseWire
import HTTPTypes

/// `/oauth2/userinfo` (OpenID Connect Core §5.3), by GET and POST.
struct UserInfoRoutes: Sendable {
    let server: IdentityServer

    var routes: [Route] {
        [
            Route(UserInfoEndpoint.self, for: .browserProgram) { call throws(OAuthError) in
                let isForm = call.request.method == .post && !call.body.isEmpty
                let form = isForm ? try call.form() : Parameters()
                return HTTPAnswer(
                    try await server.userInfo.userInfo(form, authorization: call.request.headerFields[.authorization])
                )
            }
        ]
    }
}
