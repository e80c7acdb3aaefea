package import Foundation
package import HTTPTypes

/// The response of the authorization endpoint, a code or an error, sent through the browser (RFC 6749 §4.1.2, RFC 9207
/// §2).
package struct AuthorizationResponse: WireResponse, Equatable {
    /// The result of the request.
    package enum Outcome: Sendable, Equatable {
        case code(Secret)
        case error(OAuthError)
    }

    package var redirectURI: RedirectURI
    package var mode: ResponseMode
    package var outcome: Outcome
    package var state: String?
    /// The issuer, which protects clients of several servers from mix-up attacks (RFC 9207).
    package var issuer: String?
    /// The granted scope; Login with Amazon sends it here, OAuth in the token response.
    package var scope: ScopeSet?
    /// The protocol of the response.
    package var wireProtocol: WireProtocol

    package init(
        redirectURI: RedirectURI,
        mode: ResponseMode = .query,
        outcome: Outcome,
        state: String?,
        issuer: String?,
        scope: ScopeSet? = nil,
        wireProtocol: WireProtocol = .openID
    ) {
        self.redirectURI = redirectURI
        self.mode = mode
        self.outcome = outcome
        self.state = state
        self.issuer = issuer
        self.scope = scope
        self.wireProtocol = wireProtocol
    }

    /// The response parameters.
    package var parameters: Parameters {
        var parameters = Parameters()
        switch outcome {
        case .code(let code):
            parameters.append(.code, code.reveal())
            // Some clients of Login with Amazon recognize a response only if it begins with the code.
            if wireProtocol == .amazon { parameters.append(.scope, scope?.description) }
        case .error(let error):
            parameters.append(.error, error.code.rawValue)
            if !error.description.isEmpty {
                parameters.append(.errorDescription, OAuthError.printable(error.description))
            }
        }
        parameters.append(.state, state)
        if wireProtocol == .openID { parameters.append(.issuer, issuer) }
        return parameters
    }

    /// The redirect location; `nil` for `form_post`, where a page posts `parameters` to `redirectURI`.
    package var location: String? {
        switch mode {
        case .formPost: nil
        case .fragment: redirectURI.rawValue + "#" + parameters.formEncoded
        // Amazon's servers write `+` for a space, and some clients compare the text.
        default:
            redirectURI.addingToQuery(wireProtocol == .amazon ? parameters.formEncodedWithPlus : parameters.formEncoded)
        }
    }

    /// 303, so that the browser follows with GET; 302 as in Login with Amazon; 200 for the page of `form_post`.
    package var status: HTTPResponse.Status {
        location == nil ? .ok : wireProtocol == .amazon ? .found : .seeOther
    }

    package var fields: HTTPFields {
        var fields: HTTPFields = [.cacheControl: "no-store"]
        if let location { fields[.location] = location }
        return fields
    }

    package func body() -> Data { Data() }
}

extension AuthorizationResponse {
    /// Reads the response from the callback URL.
    ///
    /// The redirect URI is the URL up to its query.
    ///
    /// - Throws: `WireError` if the URL contains neither a code nor an error, both, or a repeated parameter.
    package init(callback: URL) throws(WireError) {
        try self.init(callback: callback.absoluteString)
    }

    package init(body: Data, fields: HTTPFields) throws(WireError) {
        guard let location = fields[.location] else { throw WireError("The response has no Location header.") }
        try self.init(callback: location)
    }

    private init(callback text: String) throws(WireError) {
        let whole = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = whole[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let redirectURI = RedirectURI(rawValue: String(parts[0])) else {
            throw WireError("The callback is not an absolute URL.")
        }
        let query = try Parameters(formEncoded: parts.count > 1 ? parts[1] : "")
        let fragment = try Parameters(formEncoded: whole.count > 1 ? whole[1] : "")
        let inQuery = query[.code] != nil || query[.error] != nil
        try self.init(
            parameters: inQuery ? query : fragment,
            redirectURI: redirectURI,
            mode: inQuery ? .query : .fragment
        )
    }

    /// Reads the response from parameters, such as those of a posted form.
    ///
    /// - Throws: `WireError` if they contain neither a code nor an error, both, or a repeated parameter.
    package init(parameters: Parameters, redirectURI: RedirectURI, mode: ResponseMode) throws(WireError) {
        guard parameters.duplicates.isDisjoint(with: Self.names.map(\.rawValue)) else {
            throw WireError("The callback contains a repeated parameter.")
        }
        let outcome: Outcome
        switch (parameters[.code], parameters[.error]) {
        case (let code?, nil):
            outcome = .code(Secret(code))
        case (nil, let code?):
            outcome = .error(OAuthError(OAuthErrorCode(rawValue: code), parameters[.errorDescription] ?? ""))
        case (nil, nil):
            throw WireError("The callback contains neither a code nor an error.")
        default:
            throw WireError("The callback contains both a code and an error.")
        }
        self.init(
            redirectURI: redirectURI,
            mode: mode,
            outcome: outcome,
            state: parameters[.state],
            issuer: parameters[.issuer],
            scope: parameters[.scope].map { ScopeSet(Scope.list($0)) }
        )
    }

    private static let names: [ParameterName] = [.code, .error, .errorDescription, .state, .issuer]
}

/// The failure of an authorization request (RFC 6749 §4.1.2.1).
package enum AuthorizationError: Error, Sendable, Equatable {
    /// The redirect URI is not registered or not trusted: the error is shown on a page, without a redirect.
    case page(OAuthError)
    /// The error is sent to the client by redirect.
    case redirect(AuthorizationResponse)
}
