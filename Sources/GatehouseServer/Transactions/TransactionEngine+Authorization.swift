import Foundation
import GatehouseStore
import GatehouseWire

/// Authorization requests: answered from the browser's sign-in where that suffices, else begun as a transaction.
extension TransactionEngine {
    func begin(
        _ intent: AuthorizationIntent,
        client: Client,
        visit: AuthorizationVisit,
        language: Language,
        browser: BrowserContext,
        context: RequestContext
    ) async throws(TransactionError) -> AuthorizationOutcome {
        var step = visit.firstStep
        if !visit.wantsChoice, let session = visit.session, let account = try await account(session.accountID),
            !account.isDisabled
        {
            let move = try await resume(session, account, .authorization(intent), client, language, browser, context)
            if case .authorization(let response)? = move.outcome {
                try await core.commit(move.changes.map(\.change))
                return .respond(response)
            }
            step = move.step
        }
        return .interact(
            try await begin(.authorization(intent), client: client, at: step, language: language, browser: browser)
        )
    }

    /// `prompt=none`: an answer without a page, or the error that tells which page there would have been.
    func answerSilently(
        _ intent: AuthorizationIntent,
        client: Client,
        visit: AuthorizationVisit,
        browser: BrowserContext,
        context: RequestContext
    ) async throws(TransactionError) -> AuthorizationResponse {
        guard let session = visit.session, let account = try await account(session.accountID), !account.isDisabled
        else {
            return refuse(intent, .loginRequired, "The person has to sign in.")
        }
        let move = try await resume(session, account, .authorization(intent), client, .english, browser, context)
        switch move.step {
        case .finished:
            guard case .authorization(let response)? = move.outcome else { throw .failed }
            try await core.commit(move.changes.map(\.change))
            return response
        case .identify: return refuse(intent, .loginRequired, "The person has to sign in again.")
        case .consent: return refuse(intent, .consentRequired, "The person has to agree to what the client asks for.")
        default: return refuse(intent, .interactionRequired, "The person has to give data that the client requires.")
        }
    }

    /// What is still to be done for a person who is signed in already: nothing, or the first step that is not done.
    func resume(
        _ session: BrowserSession,
        _ account: Account,
        _ purpose: TransactionPurpose,
        _ client: Client,
        _ language: Language,
        _ browser: BrowserContext,
        _ context: RequestContext
    ) async throws(TransactionError) -> Move {
        let state = TransactionState(
            purpose: purpose,
            browser: browser.bindingHash,
            language: language,
            step: .finished
        )
        let request = TransactionRequest(
            transaction: Transaction(id: core.newID(), state: state, client: client, expiresAt: core.now),
            language: language,
            browser: browser,
            context: context,
            now: core.now
        )
        return try await proceed(AuthenticatedPerson(session), account, request)
    }

    private func refuse(_ intent: AuthorizationIntent, _ code: OAuthErrorCode, _ text: String) -> AuthorizationResponse
    {
        intent.answer(.error(OAuthError(code, text)), issuer: core.settings.issuer)
    }
}
