/// A client asks that the person be signed out (OpenID Connect RP-Initiated Logout §2).
package struct EndSessionRequest: WireRequest, Hashable {
    package var idTokenHint: String?
    package var logoutHint: String?
    package var clientID: String?
    package var postLogoutRedirectURI: RedirectURI?
    package var state: String?
    package var uiLocales: [String]

    package init(
        idTokenHint: String? = nil,
        logoutHint: String? = nil,
        clientID: String? = nil,
        postLogoutRedirectURI: RedirectURI? = nil,
        state: String? = nil,
        uiLocales: [String] = []
    ) {
        self.idTokenHint = idTokenHint
        self.logoutHint = logoutHint
        self.clientID = clientID
        self.postLogoutRedirectURI = postLogoutRedirectURI
        self.state = state
        self.uiLocales = uiLocales
    }

    /// Reads a request; a repeated, overlong or malformed parameter counts as absent, so that it cannot prevent a
    /// sign-out.
    package init(parameters: Parameters) {
        idTokenHint = try? parameters.optional(.idTokenHint)
        logoutHint = try? parameters.optional(.logoutHint, limit: 1024)
        clientID = try? parameters.optional(.clientID, limit: 256)
        postLogoutRedirectURI = try? parameters.redirectURI(.postLogoutRedirectURI)
        state = try? parameters.line(.state, limit: AuthorizationRequest.stateLimit)
        uiLocales = (try? parameters.words(.uiLocales)) ?? []
    }

    package var parameters: Parameters {
        Parameters([
            .idTokenHint: idTokenHint,
            .logoutHint: logoutHint,
            .clientID: clientID,
            .postLogoutRedirectURI: postLogoutRedirectURI?.rawValue,
            .state: state,
            .uiLocales: uiLocales.isEmpty ? nil : uiLocales.joined(separator: " "),
        ])
    }
}
