import Foundation
import GatehouseStore
package import GatehouseWire
import HTTPTypes

/// The authorization endpoint `/oauth2/authorize` (RFC 6749 §4.1, RFC 7636, RFC 9207, OpenID Connect Core §3.1.2).
package struct AuthorizationHandler: Sendable {
    let issuer: String
    let records: RecordLookup
    let environment: ServerEnvironment
    let start: AuthorizationStart
    let selection: AccountSelection
    let hints: IDTokenHintReader
    /// The authentication context classes that a sign-in can reach.
    let classes: [ACR]

    /// Processes an authorization request.
    ///
    /// The client and redirect URI are validated first, because their errors are shown on a page; later errors are sent
    /// to the client by redirect.
    package func authorize(
        _ parameters: Parameters,
        browser: BrowserContext,
        context: RequestMetadata,
        acceptLanguage: String?
    ) async throws(AuthorizationError) -> AuthorizationDecision {
        let (client, redirectURI, recipient) = try await verifyRecipient(parameters)
        do {
            var request = try AuthorizationRequest(parameters: parameters)
            try checkClient(client, request)
            request.scope = try ScopePolicy(registered: client.scopes).granted(request.scope)
            try checkAuthenticationClass(AuthenticationRequirement(request))
            let hinted = try await hints.account(of: request.idTokenHint)
            let intent = ValidatedAuthorizationRequest(
                client: client,
                request: request,
                redirectURI: redirectURI,
                requiredAccount: try required(request, hinted)
            )
            let language = Language.negotiate(uiLocales: request.uiLocales, acceptLanguage: acceptLanguage)
            return try await decide(
                on: request,
                intent: intent,
                client: client,
                language: language,
                browser: browser,
                context: context
            )
        } catch {
            throw .redirect(
                AuthorizationResponse(
                    redirectURI: redirectURI,
                    mode: recipient.responseMode,
                    outcome: .error(error),
                    state: recipient.state,
                    issuer: issuer
                )
            )
        }
    }

    private func verifyRecipient(
        _ parameters: Parameters
    ) async throws(AuthorizationError) -> (Client, RedirectURI, RedirectTarget) {
        do throws(OAuthError) {
            let recipient = try RedirectTarget(parameters: parameters)
            guard let client = try await records.client(Client.ID(recipient.clientID)) else {
                throw OAuthError(
                    .invalidClient,
                    "Unknown client.",
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

    /// The refusal of a request without PKCE.
    package static let missingCodeChallenge = OAuthError(
        .invalidRequest,
        "PKCE with \(ParameterName.codeChallengeMethod) S256 is required."
    )

    private func checkClient(_ client: Client, _ request: AuthorizationRequest) throws(OAuthError) {
        guard client.grantTypes.contains(.authorizationCode) else {
            throw OAuthError(.unauthorizedClient, "The client is not authorized to use this grant type.")
        }
        guard request.codeChallenge != nil || !client.requiresPKCE else {
            throw Self.missingCodeChallenge
        }
        _ = try ResourcePolicy(issuer: issuer).audience(for: request.resources)
    }

    /// Rejects essential `acr` values that no sign-in reaches, before the user signs in (OpenID Connect Core §5.5.1.1,
    /// Unmet Authentication Requirements 1.0 §1).
    ///
    /// `acr_values` are voluntary (OpenID Connect Core §3.1.2.1): the ID token states the result.
    private func checkAuthenticationClass(_ requirement: AuthenticationRequirement) throws(OAuthError) {
        guard let required = requirement.requiredClasses else { return }
        guard required.contains(where: classes.contains) else {
            throw OAuthError(
                .unmetAuthenticationRequirements,
                "Unsupported acr value. Supported: \(classes.spaceSeparated ?? "")."
            )
        }
    }

    /// Returns the account that must sign in: the subject of the hint, or of the `claims` parameter.
    private func required(_ request: AuthorizationRequest, _ hinted: Account.ID?) throws(OAuthError) -> Account.ID? {
        let claimed = request.claims?.idToken[.subject]?.value?.string.map { Account.ID($0) }
        if let hinted, let claimed, hinted != claimed {
            throw OAuthError(.invalidRequest, "\(ParameterName.idTokenHint) and claims identify different users.")
        }
        return claimed ?? hinted
    }

    /// Decides on a validated request of any protocol.
    func decide(
        on request: AuthorizationRequest,
        intent: ValidatedAuthorizationRequest,
        client: Client,
        language: Language,
        browser: BrowserContext,
        context: RequestMetadata
    ) async throws(OAuthError) -> AuthorizationDecision {
        do {
            let existingSignIn = ExistingSignIn(
                request: request,
                intent: intent,
                selected: try await selection.session(for: request, of: intent.requiredAccount, in: browser),
                browser: browser,
                policy: start.actions.requirements.policy,
                now: environment.now
            )
            let flow = FlowStart(
                purpose: .authorization(intent),
                client: client,
                language: language,
                browser: browser,
                context: context
            )
            if request.prompt.contains(.none) {
                return .respond(
                    try await start.authorizeWithoutInteraction(intent, flow, existingSignIn: existingSignIn)
                )
            }
            return try await start.start(flow, existingSignIn: existingSignIn)
        } catch .limited(let seconds), .overloaded(let seconds) {
            throw OAuthError(
                .temporarilyUnavailable,
                "The server is overloaded. Try again later.",
                retryAfter: .seconds(seconds)
            )
        } catch .unavailable {
            throw .busy
        } catch {
            throw .broken
        }
    }
}

/// The decision on an authorization request.
package enum AuthorizationDecision: Sendable {
    /// User interaction is required; the flow waits at its step.
    case interact(Flow)
    /// The response is ready.
    case respond(AuthorizationResponse)
}
