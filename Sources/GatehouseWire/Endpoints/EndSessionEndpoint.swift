package import Foundation
package import HTTPTypes

/// The end session endpoint (OpenID Connect RP-Initiated Logout §2).
package enum EndSessionEndpoint: Endpoint {
    package typealias Request = EndSessionRequest
    package typealias Response = EndSessionResponse

    package static let method = HTTPRequest.Method.get
    package static let methods: Set<HTTPRequest.Method> = [.get, .post]
    package static let path = "/oauth2/logout"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .serverError, .temporarilyUnavailable,
    ]
}

/// A logout request (OpenID Connect RP-Initiated Logout §2).
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

/// A logout response: a redirect to the client or a page of the server.
package struct EndSessionResponse: WireResponse, Hashable {
    /// The post-logout redirect URI; `nil` for a page of the server.
    package var redirectURI: RedirectURI?
    package var state: String?

    package init(redirectURI: RedirectURI?, state: String?) {
        self.redirectURI = redirectURI
        self.state = state
    }

    package init(body: Data, fields: HTTPFields) throws(WireError) {
        guard let location = fields[.location] else {
            self.init(redirectURI: nil, state: nil)
            return
        }
        let parts = location.split(separator: "?", maxSplits: 1)
        guard let uri = parts.first.flatMap({ RedirectURI(rawValue: String($0)) }) else {
            throw WireError("The Location header is not an absolute URL.")
        }
        self.init(redirectURI: uri, state: try Parameters(formEncoded: parts.count > 1 ? parts[1] : "")[.state])
    }

    /// The redirect location, with the client's `state`.
    package var location: String? { redirectURI?.addingToQuery(Parameters([.state: state])) }

    package var status: HTTPResponse.Status { redirectURI == nil ? .ok : .seeOther }

    package var fields: HTTPFields {
        var fields: HTTPFields = [.cacheControl: "no-store"]
        if let location { fields[.location] = location }
        return fields
    }

    package func body() -> Data { Data() }
}
