import Foundation
import GatehouseStore
package import GatehouseWire
import HTTPTypes

/// The authorization endpoint `/oauth2/authorize` (RFC 6749 §4.1, RFC 7636, RFC 9207, OpenID Connect Core §3.1.2).
package struct AuthorizationHandler: Sendable {
    let issuer: String
    let reader: AuthorizationRequestReader
    let environment: ServerEnvironment
    let start: AuthorizationStart
    let selection: AccountSelection
    let hints: IDTokenHintReader
    let policy: AuthorizationRequestPolicy

    /// Processes an authorization request.
    ///
    /// The client and redirect URI are validated first, because their errors are shown on a page; later errors are sent
    /// to the client by redirect, unless the redirect URI is not trusted.
    package func authorize(
        _ parameters: Parameters,
        browser: BrowserContext,
        context: RequestMetadata,
        acceptLanguage: String?
    ) async throws(AuthorizationError) -> AuthorizationDecision {
        let received = try await reader.read(parameters)
        do throws(OAuthError) {
            let decision = try await decide(
                on: received,
                browser: browser,
                context: context,
                acceptLanguage: acceptLanguage
            )
            if case .respond(let response) = decision, case .error(let error) = response.outcome,
                await !mayRedirect(received, browser)
            {
                throw error
            }
            return decision
        } catch {
            guard await mayRedirect(received, browser) else { throw .page(error) }
            throw .redirect(
                AuthorizationResponse(
                    redirectURI: received.redirectURI,
                    mode: received.recipient.responseMode,
                    outcome: .error(error),
                    state: received.recipient.state,
                    issuer: issuer
                )
            )
        }
    }

    /// Returns whether errors may be sent to the client of a request (RFC 9700 §4.11.2).
    ///
    /// Otherwise a link to this server could lead to any website. With `prompt=none` as well, the user must have
    /// decided on the client before.
    private func mayRedirect(_ received: AddressedAuthorizationRequest, _ browser: BrowserContext) async -> Bool {
        if received.client.allowsAutomaticRedirect(to: received.redirectURI) { return true }
        return await start.actions.consents.hasConsent(to: received.client, in: browser)
    }

    private func decide(
        on received: AddressedAuthorizationRequest,
        browser: BrowserContext,
        context: RequestMetadata,
        acceptLanguage: String?
    ) async throws(OAuthError) -> AuthorizationDecision {
        let client = received.client
        let parameters = try received.parameters.get()
        let request = try await policy.validated(
            try AuthorizationRequest(parameters: parameters),
            of: client
        )
        let hinted = try await hinted(by: request, for: client)
        let intent = ValidatedAuthorizationRequest(
            client: client,
            request: request,
            redirectURI: received.redirectURI,
            requiredAccount: try required(request, hinted, of: client),
            pushedRequest: received.pushedRequest
        )
        return try await decide(
            on: request,
            intent: intent,
            client: client,
            language: Language.negotiate(uiLocales: request.uiLocales, acceptLanguage: acceptLanguage),
            browser: browser,
            context: context
        )
    }

    /// Returns the account of the hint; `nil` without a hint, and for an unusable one, which is ignored.
    ///
    /// - Throws: `login_required` for an unusable hint with `prompt=none`, which must not succeed for another user.
    private func hinted(
        by request: AuthorizationRequest,
        for client: Client
    ) async throws(OAuthError) -> Account.ID? {
        guard let hint = request.idTokenHint else { return nil }
        let account = try await hints.account(of: hint, for: client)
        guard account != nil || !request.prompt.contains(.none) else {
            throw OAuthError(.loginRequired, "The \(ParameterName.idTokenHint) is not a valid ID token of this client.")
        }
        return account
    }

    /// Returns the account that must sign in: the subject of the hint, or of the `claims` parameter.
    private func required(
        _ request: AuthorizationRequest,
        _ hinted: Account.ID?,
        of client: Client
    ) throws(OAuthError) -> Account.ID? {
        let entries = [request.claims?.idToken[.subject], request.claims?.userInfo[.subject]]
        let named = Set(entries.compactMap { $0?.value?.string })
        let claimed = named.first.flatMap { hints.subjects.account(of: $0, for: client) }
        guard named.isEmpty || named.count == 1 && claimed != nil else {
            throw OAuthError(.invalidRequest, "The sub in claims is not one subject identifier of this client.")
        }
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
        } catch .gone {
            // A concurrent request has used up the pushed one.
            throw AuthorizationRequestReader.unknownRequestURI
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
