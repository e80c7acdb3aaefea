import Foundation
import GatehouseStore
import GatehouseWire

/// The browser's existing sign-in, and whether it satisfies the request.
struct ExistingSignIn: Sendable {
    /// The live browser session that satisfies the request, if any.
    let session: BrowserSession?
    /// Whether the user must say which account of the browser is meant.
    let isAmbiguous: Bool
    /// Whether the user is to choose an account of the browser.
    let requiresAccountSelection: Bool
    let requiresSignUp: Bool
    let emailHint: String?

    init(
        request: AuthorizationRequest,
        intent: ValidatedAuthorizationRequest,
        selected: SelectedSession,
        browser: BrowserContext,
        policy: AuthenticationPolicy,
        now: Date
    ) {
        requiresSignUp = request.prompt.contains(.create)
        requiresAccountSelection = request.prompt.contains(.selectAccount) && browser.session != nil && !requiresSignUp
        emailHint = request.loginHint
        isAmbiguous = if case .ambiguous = selected { true } else { false }
        guard case .session(let session) = selected, !requiresSignUp,
            policy.isRecent(session.authentication, for: intent.authentication, at: now)
        else {
            self.session = nil
            return
        }
        self.session = session
    }

    /// The first step if no browser session satisfies the request.
    var initialStep: FlowStep {
        if requiresAccountSelection { return .chooseAccount(ChooseAccountStep(emailHint: emailHint)) }
        return .identify(IdentifyStep(mode: requiresSignUp ? .signUp : .signIn, email: emailHint))
    }
}
