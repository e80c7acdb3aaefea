package import GatehouseWire

extension AuthorizationIntent {
    /// The answer that goes back to the client, with the issuer named in it (RFC 9207).
    package func answer(_ outcome: AuthorizationResponse.Outcome, issuer: String) -> AuthorizationResponse {
        AuthorizationResponse(
            redirectURI: redirectURI,
            mode: responseMode,
            outcome: outcome,
            state: state,
            issuer: issuer
        )
    }
}
