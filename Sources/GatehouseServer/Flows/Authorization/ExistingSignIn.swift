import Foundation
import GatehouseStore
import GatehouseWire

/// The browser's existing sign-in, and whether it satisfies the request.
struct ExistingSignIn: Sendable {
    /// The live browser session that satisfies the request, if any.
    let session: BrowserSession?
    /// The live browser session, whether or not it satisfies the request.
    let present: BrowserSession?
    let requiresAccountSelection: Bool
    let requiresSignUp: Bool
    let emailHint: String?

    init(
        request: AuthorizationRequest,
        intent: ValidatedAuthorizationRequest,
        browser: BrowserContext,
        policy: AuthenticationPolicy,
        now: Date
    ) {
        present = browser.session
        requiresAccountSelection = request.prompt.contains(.selectAccount)
        requiresSignUp = request.prompt.contains(.create)
        emailHint = request.loginHint
        guard let session = browser.session, !requiresSignUp,
            intent.requiredAccount == nil || intent.requiredAccount == session.accountID,
            policy.isRecent(session.authentication, for: intent.authentication, at: now)
        else {
            self.session = nil
            return
        }
        self.session = session
    }

    /// The first step if no browser session satisfies the request.
    var initialStep: FlowStep {
        if requiresAccountSelection, let present {
            return .chooseAccount(
                ChooseAccountStep(
                    browserSessionID: present.id,
                    emailHint: emailHint,
                    requiresReauthentication: session == nil
                )
            )
        }
        return .identify(IdentifyStep(mode: requiresSignUp ? .signUp : .signIn, email: emailHint))
    }
}
