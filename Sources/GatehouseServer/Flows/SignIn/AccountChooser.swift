package import Foundation
package import GatehouseStore

/// Lets the user choose among the accounts that are signed in to the browser.
package struct AccountChooser: Sendable {
    let accounts: FlowAccountLookup
    let actions: RequiredActions

    /// Returns the active accounts of the browser, the current one first.
    package func choices(
        for flow: Flow,
        in browser: BrowserContext,
        at now: Date
    ) async throws(FlowError) -> [AccountChoice] {
        var choices: [AccountChoice] = []
        for session in browser.sessions {
            guard let account = try await accounts.account(session.accountID), account.isActive else { continue }
            choices.append(AccountChoice(account: account, mustSignIn: !isRecent(session, for: flow, at: now)))
        }
        return choices
    }

    /// Continues with an account of the browser, which becomes the current one, or requests a new sign-in.
    func choose(
        _ id: Account.ID,
        at step: ChooseAccountStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard let browser = request.browser, let session = browser.session(of: id) else {
            return Transition(step: .identify(IdentifyStep(mode: .signIn, email: step.emailHint)))
        }
        guard let account = try await accounts.account(id) else {
            return Transition(step: .identify(IdentifyStep(mode: .signIn, email: step.emailHint)))
        }
        guard !account.isDisabled else { throw .accountDisabled }
        guard account.isActive, isRecent(session, for: request.flow, at: request.now) else {
            return Transition(step: .identify(IdentifyStep(mode: .signIn, email: account.email?.value)))
        }
        var transition = try await actions.resume(session, of: account, in: request)
        transition.browserChange = browser.slots.selecting(id)
        return transition
    }

    private func isRecent(_ session: BrowserSession, for flow: Flow, at now: Date) -> Bool {
        actions.requirements.policy.isRecent(session.authentication, for: flow.state.purpose.authentication, at: now)
    }
}

/// An account that the user can choose.
package struct AccountChoice: Sendable {
    package let account: Account
    /// Whether the user must sign in again to continue with it (`prompt=login`, `max_age`).
    package let mustSignIn: Bool
}
