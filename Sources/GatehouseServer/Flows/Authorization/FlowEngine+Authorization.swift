import Foundation
import GatehouseStore
import GatehouseWire

/// Authorization requests: answered from the browser session if that suffices; otherwise a flow starts.
extension FlowEngine {
    func begin(
        _ intent: ValidatedAuthorizationRequest,
        client: Client,
        existingSignIn: ExistingSignIn,
        language: Language,
        browser: BrowserContext,
        context: RequestMetadata
    ) async throws(FlowError) -> AuthorizationDecision {
        var step = existingSignIn.initialStep
        if !existingSignIn.requiresAccountSelection, let session = existingSignIn.session,
            let account = try await account(session.accountID),
            !account.isDisabled
        {
            let transition = try await actionForExistingSession(
                session,
                account,
                .authorization(intent),
                client,
                language,
                browser,
                context
            )
            if case .authorization(let response)? = transition.outcome {
                try await core.commit(transition.changes.map(\.change))
                return .respond(response)
            }
            step = transition.step
        }
        return .interact(
            try await begin(.authorization(intent), client: client, at: step, language: language, browser: browser)
        )
    }

    /// Handles `prompt=none`: returns the response without a page, or the error that names the required interaction.
    func authorizeWithoutInteraction(
        _ intent: ValidatedAuthorizationRequest,
        client: Client,
        existingSignIn: ExistingSignIn,
        browser: BrowserContext,
        context: RequestMetadata
    ) async throws(FlowError) -> AuthorizationResponse {
        guard let session = existingSignIn.session, let account = try await account(session.accountID),
            !account.isDisabled
        else {
            return errorResponse(intent, .loginRequired, "The user must sign in.")
        }
        let transition = try await actionForExistingSession(
            session,
            account,
            .authorization(intent),
            client,
            .english,
            browser,
            context
        )
        switch transition.step {
        case .finished:
            guard case .authorization(let response)? = transition.outcome else { throw .failed }
            try await core.commit(transition.changes.map(\.change))
            return response
        case .identify: return errorResponse(intent, .loginRequired, "The user must sign in again.")
        case .consent: return errorResponse(intent, .consentRequired, "The user must grant consent.")
        default: return errorResponse(intent, .interactionRequired, "The user must provide required attributes.")
        }
    }

    /// Returns the transition for a user with a browser session: completion, or the next required step.
    func actionForExistingSession(
        _ session: BrowserSession,
        _ account: Account,
        _ purpose: FlowPurpose,
        _ client: Client,
        _ language: Language,
        _ browser: BrowserContext,
        _ context: RequestMetadata
    ) async throws(FlowError) -> Transition {
        let state = FlowState(
            purpose: purpose,
            browser: browser.bindingHash,
            language: language,
            step: .finished
        )
        let request = FlowContext(
            flow: Flow(id: core.newID(), state: state, client: client, expiresAt: core.now),
            language: language,
            browser: browser,
            context: context,
            now: core.now
        )
        return try await nextAction(AuthenticatedUser(session), account, request)
    }

    private func errorResponse(
        _ intent: ValidatedAuthorizationRequest,
        _ code: OAuthErrorCode,
        _ text: String
    ) -> AuthorizationResponse {
        intent.response(.error(OAuthError(code, text)), issuer: core.settings.issuer)
    }
}
