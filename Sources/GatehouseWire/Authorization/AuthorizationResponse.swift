package import Foundation
package import HTTPTypes

/// The answer of the authorization endpoint, a code or a refusal, on its way through the browser (RFC 6749 §4.1.2,
/// RFC 9207 §2).
package struct AuthorizationResponse: WireResponse, Equatable {
    /// What came of the request.
    package enum Outcome: Sendable, Equatable {
        case code(Secret)
        case error(OAuthError)
    }

    package var redirectURI: RedirectURI
    package var mode: ResponseMode
    package var outcome: Outcome
    package var state: String?
    /// Who answers, so that a client of several servers cannot be led to the wrong one (RFC 9207).
    package var issuer: String?
    /// What was granted with the code; Login with Amazon says it here, OAuth in the token response.
    package var scope: ScopeSet?
    /// How the answer is spelled.
    package var dialect: Dialect

    package init(
        redirectURI: RedirectURI,
        mode: ResponseMode = .query,
        outcome: Outcome,
        state: String?,
        issuer: String?,
        scope: ScopeSet? = nil,
        dialect: Dialect = .openID
    ) {
        self.redirectURI = redirectURI
        self.mode = mode
        self.outcome = outcome
        self.state = state
        self.issuer = issuer
        self.scope = scope
        self.dialect = dialect
    }

    /// What the browser brings to the client.
    package var parameters: Parameters {
        var parameters = Parameters()
        switch outcome {
        case .code(let code):
            parameters.append(.code, code.reveal())
            // Some of Amazon's clients take an answer for theirs only if it begins with the code.
            if dialect == .amazon { parameters.append(.scope, scope?.description) }
        case .error(let error):
            parameters.append(.error, error.code.rawValue)
            if !error.description.isEmpty {
                parameters.append(.errorDescription, OAuthError.printable(error.description))
            }
        }
        parameters.append(.state, state)
        if dialect == .openID { parameters.append(.issuer, issuer) }
        return parameters
    }

    /// Where the browser is sent; `nil` for `form_post`, where a page posts `parameters` to `redirectURI`.
    package var location: String? {
        switch mode {
        case .formPost: nil
        case .fragment: redirectURI.rawValue + "#" + parameters.formEncoded
        // Amazon's servers write `+` for a space, and clients have been seen that look for their texts.
        default: redirectURI.addingToQuery(dialect == .amazon ? parameters.formEncodedWithPlus : parameters.formEncoded)
        }
    }

    /// 303 so that the browser follows with GET, 302 where Amazon's clients know that; 200 for the page of `form_post`.
    package var status: HTTPResponse.Status {
        location == nil ? .ok : dialect == .amazon ? .found : .seeOther
    }

    package var fields: HTTPFields {
        var fields: HTTPFields = [.cacheControl: "no-store"]
        if let location { fields[.location] = location }
        return fields
    }

    package func body() -> Data { Data() }
}
