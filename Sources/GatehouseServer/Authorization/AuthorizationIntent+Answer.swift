package import GatehouseWire

extension AuthorizationIntent {
    /// The answer that goes back to the client, as its dialect spells it.
    ///
    /// With the issuer named in it in OpenID Connect (RFC 9207), with the scopes that were granted in Login with Amazon.
    package func answer(_ outcome: AuthorizationResponse.Outcome, issuer: String) -> AuthorizationResponse {
        AuthorizationResponse(
            redirectURI: redirectURI,
            mode: responseMode,
            outcome: spelled(outcome),
            state: state,
            issuer: dialect == .openID ? issuer : nil,
            scope: dialect == .amazon ? AmazonScopes.shown(scopes) : nil,
            dialect: dialect
        )
    }

    private func spelled(_ outcome: AuthorizationResponse.Outcome) -> AuthorizationResponse.Outcome {
        switch (dialect, outcome) {
        case (.amazon, .error(let error)) where error.code == .accessDenied: .error(AmazonError.accessDenied)
        default: outcome
        }
    }
}
