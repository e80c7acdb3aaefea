import GatehouseStore
import GatehouseWire

/// Starts authorization requests: answered from the browser session if that suffices; otherwise a flow starts.
struct AuthorizationStart: Sendable {
    let runner: FlowRunner
    let actions: RequiredActions
    let issuer: String

    /// Returns the response for the existing sign-in, or starts a flow.
    func start(
        _ start: FlowStart,
        existingSignIn: ExistingSignIn
    ) async throws(FlowError) -> AuthorizationDecision {
        var transition = Transition(step: existingSignIn.initialStep)
        if !existingSignIn.requiresAccountSelection, let session = existingSignIn.session,
            let next = try await actions.actionForExistingSession(session, start)
        {
            if case .authorization(let response)? = next.outcome {
                try await runner.commit(next.changes)
                return .respond(response)
            }
            transition = next
        }
        return .interact(try await runner.start(start, with: transition))
    }

    /// Handles `prompt=none`: returns the response without a page, or the error that names the required interaction.
    func authorizeWithoutInteraction(
        _ intent: ValidatedAuthorizationRequest,
        _ start: FlowStart,
        existingSignIn: ExistingSignIn
    ) async throws(FlowError) -> AuthorizationResponse {
        if existingSignIn.isAmbiguous {
            return errorResponse(to: intent, .accountSelectionRequired, "The user must choose an account.")
        }
        guard let session = existingSignIn.session,
            let transition = try await actions.actionForExistingSession(session, start, permitsInteraction: false)
        else {
            return errorResponse(to: intent, .loginRequired, "The user must sign in.")
        }
        switch transition.step {
        case .finished:
            guard case .authorization(let response)? = transition.outcome else { throw .failed }
            try await runner.commit(transition.changes)
            return response
        case .identify: return errorResponse(to: intent, .loginRequired, "The user must sign in again.")
        case .consent: return errorResponse(to: intent, .consentRequired, "The user must grant consent.")
        default: return errorResponse(to: intent, .interactionRequired, "The user must provide required attributes.")
        }
    }

    private func errorResponse(
        to intent: ValidatedAuthorizationRequest,
        _ code: OAuthErrorCode,
        _ text: String
    ) -> AuthorizationResponse {
        intent.response(.error(OAuthError(code, text)), issuer: issuer)
    }
}
