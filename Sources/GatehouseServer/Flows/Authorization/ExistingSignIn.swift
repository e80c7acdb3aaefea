import Foundation
import GatehouseStore
import GatehouseWire

/// The browser's existing sign-in, and whether it satisfies the request.
struct ExistingSignIn: Sendable {
    /// The live browser session that satisfies the request, if any.
    let session: BrowserSession?
    /// Whether the user must choose among the accounts of the browser before the request can succeed.
    let isAmbiguous: Bool
    /// Whether the request asks for the account chooser (`prompt=select_account`).
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
