import Foundation
import GatehouseStore
package import GatehouseWire
import HTTPTypes

/// `/oauth2/authorize`: RFC 6749 §4.1, RFC 7636, RFC 9207, OpenID Connect Core §3.1.2.
package struct AuthorizationHandler: Sendable {
    let core: ServerCore
    let engine: TransactionEngine
    let hints: IDTokenHints

    package init(core: ServerCore, engine: TransactionEngine) {
        self.core = core
        self.engine = engine
        hints = IDTokenHints(core: core)
    }

    /// Answers one request.
    ///
    /// The checks stand in the order in which they may be answered: first who asks and where an answer may go, for which there is only
    /// a page; then the rest, of which the client hears by redirect.
    package func authorize(
        _ parameters: Parameters,
        browser: BrowserContext,
        context: RequestContext,
        acceptLanguage: String?
    ) async throws(AuthorizationError) -> AuthorizationOutcome {
        let (client, redirectURI, recipient) = try await verifyRecipient(parameters)
        do {
            var request = try AuthorizationRequest(parameters: parameters)
            try checkClient(client, request)
            request.scope = try ScopePolicy(registered: client.scopes).granted(request.scope)
            try checkAuthenticationClass(request)
            let hinted = try await hints.account(of: request.idTokenHint)
            let intent = AuthorizationIntent(
                client: client,
                request: request,
                redirectURI: redirectURI,
                requiredAccount: try required(request, hinted)
            )
            let language = Language.negotiate(uiLocales: request.uiLocales, acceptLanguage: acceptLanguage)
            return try await decide(request, intent, client, language, browser, context)
        } catch {
            throw .redirect(
                AuthorizationResponse(
                    redirectURI: redirectURI,
                    mode: recipient.responseMode,
                    outcome: .error(error),
                    state: recipient.state,
                    issuer: core.settings.issuer
                )
            )
        }
    }

    private func verifyRecipient(
        _ parameters: Parameters
    ) async throws(AuthorizationError) -> (Client, RedirectURI, AuthorizationRecipient) {
        do throws(OAuthError) {
            let recipient = try AuthorizationRecipient(parameters: parameters)
            guard let client = try await core.client(Client.ID(recipient.clientID)) else {
                throw OAuthError(
                    .invalidClient,
                    "No app is registered under the identifier that the request names.",
                    status: .badRequest
                )
            }
            return (
                client, try RedirectPolicy(registered: client.redirectURIs).resolve(recipient.redirectURI), recipient
            )
        } catch {
            throw .page(error)
        }
    }

    private func checkClient(_ client: Client, _ request: AuthorizationRequest) throws(OAuthError) {
        guard client.grantTypes.contains(.authorizationCode) else {
            throw OAuthError(.unauthorizedClient, "The client is not registered for the authorization code grant.")
        }
        guard request.codeChallenge != nil || !client.requiresPKCE else {
            throw OAuthError(
                .invalidRequest,
                "The client has to send a PKCE challenge with the method S256 (RFC 7636)."
            )
        }
        _ = try ResourcePolicy(issuer: core.settings.issuer).audience(for: request.resources)
    }

    /// A class of authentication that no sign-in here reaches is a failed authentication when it is needed, and says so before
    /// anybody signs in (OpenID Connect Core §5.5.1.1, Unmet Authentication Requirements 1.0 §1).
    ///
    /// `acr_values` are a wish (OpenID Connect Core §3.1.2.1): the ID token tells what became of it.
    private func checkAuthenticationClass(_ request: AuthorizationRequest) throws(OAuthError) {
        guard let entry = request.claims?.idToken[.acr], entry.essential == true else { return }
        let accepted = (entry.values ?? []) + [entry.value].compactMap(\.self)
        guard accepted.isEmpty || ACR.offered.contains(where: { accepted.contains(.string($0.rawValue)) }) else {
            throw OAuthError(
                .unmetAuthenticationRequirements,
                "Nobody can be authenticated here in a way that the request accepts; it is one of: "
                    + ACR.offered.map(\.rawValue).joined(separator: " ") + "."
            )
        }
    }

    /// The one person whose sign-in answers the request: the hint's, or the one whose `sub` is asked for as a claim.
    private func required(_ request: AuthorizationRequest, _ hinted: Account.ID?) throws(OAuthError) -> Account.ID? {
        let claimed = request.claims?.idToken[.subject]?.value?.string.map { Account.ID($0) }
        if let hinted, let claimed, hinted != claimed {
            throw OAuthError(.invalidRequest, "The ID token hint and the claims parameter name two different people.")
        }
        return claimed ?? hinted
    }

    /// What a request that has passed every check leads to, whichever dialect it came in by.
    func decide(
        _ request: AuthorizationRequest,
        _ intent: AuthorizationIntent,
        _ client: Client,
        _ language: Language,
        _ browser: BrowserContext,
        _ context: RequestContext
    ) async throws(OAuthError) -> AuthorizationOutcome {
        do {
            let visit = AuthorizationVisit(request: request, intent: intent, browser: browser, now: core.now)
            if request.prompt.contains(.none) {
                return .respond(
                    try await engine.answerSilently(
                        intent,
                        client: client,
                        visit: visit,
                        browser: browser,
                        context: context
                    )
                )
            }
            return try await engine.begin(
                intent,
                client: client,
                visit: visit,
                language: language,
                browser: browser,
                context: context
            )
        } catch .limited(let seconds), .overloaded(let seconds) {
            throw OAuthError(
                .temporarilyUnavailable,
                "The server has too much to do. Try again later.",
                retryAfter: .seconds(seconds)
            )
        } catch .unavailable {
            throw .busy
        } catch {
            throw OAuthError(.serverError, "The server could not do its work. Try again in a moment.")
        }
    }
}
