import Foundation
import GatehouseStore
import GatehouseWire

/// What a request means for the browser it came from: whether the sign-in there is good enough for it.
struct AuthorizationVisit: Sendable {
    /// The live sign-in of the browser that answers the request, if there is one.
    let session: BrowserSession?
    /// The live sign-in, whether it answers or not.
    let present: BrowserSession?
    let wantsChoice: Bool
    let wantsSignUp: Bool
    let emailHint: String?

    init(request: AuthorizationRequest, intent: AuthorizationIntent, browser: BrowserContext, now: Date) {
        present = browser.session
        wantsChoice = request.prompt.contains(.selectAccount)
        wantsSignUp = request.prompt.contains(.create)
        emailHint = request.loginHint
        guard let session = browser.session, !request.prompt.contains(.login), !wantsSignUp,
            intent.requiredAccount == nil || intent.requiredAccount == session.accountID,
            request.maxAge.map({ now.timeIntervalSince(session.authenticatedAt) <= Double($0) }) ?? true
        else {
            self.session = nil
            return
        }
        self.session = session
    }

    /// The first step when nobody is signed in well enough.
    var firstStep: TransactionStep {
        if wantsChoice, let present {
            return .chooseAccount(
                ChooseAccountStep(browserSessionID: present.id, emailHint: emailHint, needsSignIn: session == nil)
            )
        }
        return .identify(IdentifyStep(mode: wantsSignUp ? .signUp : .signIn, email: emailHint))
    }
}
