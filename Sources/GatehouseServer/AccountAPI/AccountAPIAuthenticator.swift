import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// The user of a request to the account API.
package struct AccountAPICaller: Sendable {
    let account: Account
    let request: AccountRequest
    /// The challenge of the scheme that the token was sent with; errors add their reason (RFC 9449 §7.1).
    let challenge: WWWAuthenticate
}

/// Authenticates requests to the account API by their access tokens (RFC 6750, RFC 9449 §7).
package struct AccountAPIAuthenticator: Sendable {
    let tokens: AccessTokenAuthenticator
    let requests: RequestLimiter

    /// Returns the user of an access token.
    ///
    /// - Parameters:
    ///   - request: The parts of the request that authorize it.
    ///   - scope: The scope that the token must have.
    ///   - acceptLanguage: The value of the `Accept-Language` field, for messages to users without a language.
    ///   - context: The request.
    /// - Returns: The user, with the sessions of the request.
    /// - Throws: The problem `invalid_token` or `insufficient_scope`, each with its challenge.
    package func authenticate(
        _ request: ResourceRequest,
        scope: Scope,
        acceptLanguage: String?,
        context: RequestMetadata
    ) async throws(ProblemDetails) -> AccountAPICaller {
        var type: TokenType? = request.authorization.map { _ in .bearer }
        do throws(OAuthError) {
            let presented = try ReceivedToken(authorization: request.authorization)
            type = presented.type
            let active = try await tokens.authenticate(presented, of: request)
            try requests.countRequest(of: active.client, context)
            guard active.claims.scope.contains(scope), case .user(let account, let session) = active.bearer else {
                throw OAuthError(.insufficientScope, "The access token lacks the scope \(scope).")
            }
            return AccountAPICaller(
                account: account,
                request: AccountRequest(
                    client: active.client,
                    language: account.language ?? .negotiate(uiLocales: [], acceptLanguage: acceptLanguage),
                    authority: .user(session.authentication),
                    context: context,
                    current: CurrentSessions(browserSession: session.browserSessionID, session: session.id)
                ),
                challenge: tokens.challenge(to: type)
            )
        } catch {
            throw ProblemDetails(tokens.challenging(error, to: type, requiring: [scope]))
        }
    }
}
