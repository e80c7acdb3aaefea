import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// The user of a request to the account API.
package struct AccountAPICaller: Sendable {
    let account: Account
    let request: AccountRequest
}

/// Authenticates requests to the account API by their access tokens (RFC 6750).
package struct AccountAPIAuthenticator: Sendable {
    let issuer: String
    let accessTokens: AccessTokenValidator
    let requests: RequestLimiter

    /// Returns the user of an access token.
    ///
    /// - Parameters:
    ///   - authorization: The value of the `Authorization` field.
    ///   - scope: The scope that the token must have.
    ///   - acceptLanguage: The value of the `Accept-Language` field, for messages to users without a language.
    ///   - context: The request.
    /// - Returns: The user, with the sessions of the request.
    /// - Throws: The problem `invalid_token` or `insufficient_scope`, each with its challenge.
    package func authenticate(
        authorization: String?,
        scope: Scope,
        acceptLanguage: String?,
        context: RequestMetadata
    ) async throws(ProblemDetails) -> AccountAPICaller {
        guard let authorization else {
            let challenge = WWWAuthenticate(.bearer, realm: issuer)
            throw ProblemDetails(.invalidToken, "An access token is required.", challenge: challenge)
        }
        guard case .bearer(let token)? = try? AuthorizationHeader(authorization) else {
            throw refusal(.invalidToken, "The Authorization header does not contain Bearer credentials.")
        }
        let active: ActiveAccessToken?
        do {
            active = try await accessTokens.check(token)
            if let active { try requests.countRequest(of: active.client, context) }
        } catch {
            throw ProblemDetails(error)
        }
        guard let active else {
            throw refusal(.invalidToken, "The access token is invalid, expired or revoked.")
        }
        guard active.claims.scope.contains(scope), case .user(let account, let session) = active.bearer else {
            throw refusal(.insufficientScope, "The access token lacks the scope \(scope).", scope: [scope])
        }
        return AccountAPICaller(
            account: account,
            request: AccountRequest(
                client: active.client,
                language: account.language ?? .negotiate(uiLocales: [], acceptLanguage: acceptLanguage),
                authority: .user(session.authentication),
                context: context,
                current: CurrentSessions(browserSession: session.browserSessionID, session: session.id)
            )
        )
    }

    private func refusal(_ code: OAuthErrorCode, _ description: String, scope: ScopeSet? = nil) -> ProblemDetails {
        ProblemDetails(
            code == .insufficientScope ? .insufficientScope : .invalidToken,
            description,
            challenge: WWWAuthenticate(
                .bearer,
                realm: issuer,
                error: code,
                errorDescription: description,
                scope: scope
            )
        )
    }
}
