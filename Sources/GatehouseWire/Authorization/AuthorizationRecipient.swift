/// Who asks and where the answer goes: what must be verified before anything, even an error, is sent by redirect
/// (RFC 6749 §4.1.2.1).
package struct AuthorizationRecipient: Sendable, Hashable {
    package var clientID: String
    /// As sent; a client with a single registered URI may leave it out unless it speaks OpenID.
    package var redirectURI: RedirectURI?
    /// Absent when it was doubled or too long too: then the error that follows goes without it.
    package var state: String?
    package var responseMode: ResponseMode

    /// Reads only these members; those of a request object, which is always refused, take precedence.
    ///
    /// - Throws: `invalid_request` for a page, when client or redirect URI are missing, doubled or malformed.
    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.required(.clientID, limit: 256)
        redirectURI = try parameters.redirectURI(.redirectURI)
        // OpenID Connect Core §3.1.2.1; RFC 6749 §3.1.2.3 leaves it to the client.
        if redirectURI == nil, parameters.all(.scope).contains(where: { Scope.list($0).contains(.openid) }) {
            _ = try parameters.required(.redirectURI)
        }
        let refused = RefusedRequestObject(parameters: parameters)
        var parameters = parameters
        if let state = refused.state { parameters.set(.state, state) }
        if let mode = refused.responseMode { parameters.set(.responseMode, mode) }
        state = try? parameters.line(.state, limit: AuthorizationRequest.stateLimit)
        let mode = (try? parameters.optional(.responseMode)).map(ResponseMode.init)
        responseMode = mode.flatMap { ResponseMode.known.contains($0) ? $0 : nil } ?? .query
    }
}

extension ResponseMode {
    /// The modes this server answers in.
    package static let known: [ResponseMode] = [.query, .fragment, .formPost]
}
