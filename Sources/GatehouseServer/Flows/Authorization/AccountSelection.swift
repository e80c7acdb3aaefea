import GatehouseStore
import GatehouseWire

/// The session of the account that an authorization request means, or the reason that there is none.
enum SelectedSession: Sendable {
    case session(BrowserSession)
    /// The user must sign in.
    case signedOut
    /// The user must say which of the accounts is meant.
    case ambiguous
}

/// Selects the account of the browser that an authorization request means (OpenID Connect Core §3.1.2.1).
struct AccountSelection: Sendable {
    let accounts: FlowAccountLookup

    /// Returns the session of the account that `id_token_hint` identifies, else of the one that `login_hint` names,
    /// else of the current one.
    ///
    /// A `login_hint` of another user is only a value for the sign-in page. Without a page (`prompt=none`) it is not
    /// answered for a user whom the client did not mean.
    func session(
        for request: AuthorizationRequest,
        of required: Account.ID?,
        in browser: BrowserContext
    ) async throws(FlowError) -> SelectedSession {
        guard let current = browser.session else { return .signedOut }
        if let required { return browser.session(of: required).map(SelectedSession.session) ?? .signedOut }
        let isSilent = request.prompt.contains(.none)
        let hasSeveral = browser.sessions.count > 1
        // With a page, a single account is the result with or without a match.
        guard let hint = request.loginHint, isSilent || hasSeveral else { return .session(current) }
        let named = try await accounts.account(LoginIdentifier(typed: hint))
        if let session = browser.session(of: named?.id) { return .session(session) }
        guard isSilent else { return .session(current) }
        return hasSeveral ? .ambiguous : .signedOut
    }
}
