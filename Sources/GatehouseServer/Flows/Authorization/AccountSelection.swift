import GatehouseStore
import GatehouseWire

/// The session of the account that an authorization request identifies, or the reason that there is none.
enum SelectedSession: Sendable {
    case session(BrowserSession)
    /// The user must sign in.
    case signedOut
    /// The user must choose one of the accounts.
    case ambiguous
}

/// Selects the account of the browser that an authorization request identifies (OpenID Connect Core §3.1.2.1).
struct AccountSelection: Sendable {
    let accounts: FlowAccountLookup

    /// Returns the session of the account that `id_token_hint` identifies, else of the one that `login_hint` names,
    /// else of the current one.
    ///
    /// A `login_hint` that matches no session only prefills the sign-in page. With `prompt=none` there is no page, and
    /// the request must not succeed for another user than the hinted one.
    func session(
        for request: AuthorizationRequest,
        of required: Account.ID?,
        in browser: BrowserContext
    ) async throws(FlowError) -> SelectedSession {
        guard let current = browser.session else { return .signedOut }
        if let required { return browser.session(of: required).map(SelectedSession.session) ?? .signedOut }
        let isSilent = request.prompt.contains(.none)
        let hasSeveral = browser.sessions.count > 1
        // With a page, a single account is selected whether or not the hint matches.
        guard let hint = request.loginHint, isSilent || hasSeveral else { return .session(current) }
        let named = try await accounts.account(LoginIdentifier(typed: hint))
        if let session = browser.session(of: named?.id) { return .session(session) }
        guard isSilent else { return .session(current) }
        return hasSeveral ? .ambiguous : .signedOut
    }
}
