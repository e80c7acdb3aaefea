package import GatehouseStore

/// Finds the accounts of flows.
package struct FlowAccountLookup: Sendable {
    let finder: AccountFinder

    /// Returns the account that a flow's page shows, if it is known.
    package func account(
        shownAt flow: Flow,
        browser: BrowserContext
    ) async throws(FlowError) -> Account? {
        switch flow.step {
        case .consent(let step): return try await account(of: step.user, in: browser)
        case .keepAccount(let step): return try await account(step.signIn.accountID)
        case .additionalFactor(let step): return try await account(of: step.signIn, in: browser)
        case .enrolFactor(let step): return try await account(of: step.signIn, in: browser)
        case .attributes(let step):
            guard case .existing(let user) = step.subject else { return nil }
            return try await account(of: user, in: browser)
        default: return nil
        }
    }

    /// Returns `nil` after a sign-out: the next user of this browser must not see the account.
    private func account(
        of user: AuthenticatedUser,
        in browser: BrowserContext
    ) async throws(FlowError) -> Account? {
        guard browser.session(withID: user.browserSessionID) != nil else { return nil }
        return try await account(user.accountID)
    }

    private func account(of signIn: PartialSignIn, in browser: BrowserContext) async throws(FlowError) -> Account? {
        if let id = signIn.browserSessionID, browser.session(withID: id) == nil { return nil }
        return try await account(signIn.accountID)
    }

    func account(_ id: Account.ID) async throws(FlowError) -> Account? {
        try await FlowError.wrapping(async: await finder.account(withID: id))
    }

    /// Returns the account with a login identifier.
    func account(_ name: LoginIdentifier) async throws(FlowError) -> Account? {
        try await FlowError.wrapping(async: await finder.account(named: name))
    }

    /// Returns the account that a code was requested for.
    ///
    /// - Throws: ``FlowError/gone`` if there is none or it is being deleted, or ``FlowError/accountDisabled``.
    func account(of intent: AccountCodeRequest) async throws(FlowError) -> Account {
        guard let id = intent.accountID, let account = try await account(id) else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        guard account.isActive else { throw .gone }
        return account
    }

    /// Returns the account of a sign-in whose proofs are still valid.
    ///
    /// - Throws: ``FlowError/gone`` if the account was deleted or its credentials have changed, or
    ///   ``FlowError/accountDisabled``.
    func account(of signIn: PartialSignIn) async throws(FlowError) -> Account {
        guard let account = try await account(signIn.accountID) else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        guard account.credentialsRevision == signIn.credentialsRevision else { throw .gone }
        return account
    }

    /// Returns whether the browser is still signed in as the user, who may have signed out in another tab.
    func isSignedIn(_ user: AuthenticatedUser, in request: FlowContext) async throws(FlowError) -> Bool {
        guard request.browser?.session(withID: user.browserSessionID) != nil else { return false }
        guard let account = try await account(user.accountID) else { return false }
        if account.isDisabled { throw .accountDisabled }
        return account.isActive
    }
}
