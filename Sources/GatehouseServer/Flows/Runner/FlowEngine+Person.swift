package import GatehouseStore
package import GatehouseWire

extension FlowEngine {
    /// Returns the account that a flow's page shows, if it is known.
    package func person(
        at flow: Flow,
        browser: BrowserContext
    ) async throws(FlowError) -> Account? {
        switch flow.step {
        case .consent(let step): return try await account(of: step.person, in: browser)
        case .chooseAccount:
            guard let session = browser.session else { return nil }
            return try await account(session.accountID)
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
        guard let session = browser.session, session.id == user.browserSessionID else { return nil }
        return try await account(user.accountID)
    }
}

/// A flow whose page cannot be shown, for the error page.
package struct AbandonedFlow: Sendable {
    package let client: Client
    /// The redirect URI of the request; `nil` for other browsers than the flow's.
    package let redirectURI: RedirectURI?
    /// The error response for the client; `nil` if the client has already received a response, and for other browsers
    /// than the flow's.
    package let refusal: AuthorizationResponse?
}

extension FlowEngine {
    /// Returns the client and redirect URI of a flow, finished or not; `nil` if it was deleted.
    package func abandoned(_ id: FlowRecord.ID, browser: BrowserContext) async -> AbandonedFlow? {
        guard let record = try? await core.store.flow(id),
            let state = try? FlowState.decode(record.state),
            let client = try? await core.servedClient(state.purpose.clientID)
        else { return nil }
        guard case .authorization(let intent) = state.purpose, FlowBinding.browser(browser, step: 0).matches(state)
        else {
            return AbandonedFlow(client: client, redirectURI: nil, refusal: nil)
        }
        let error = OAuthError(.accessDenied, "The user did not complete the sign-in.")
        return AbandonedFlow(
            client: client,
            redirectURI: intent.redirectURI,
            refusal: record.finishedAt == nil ? intent.response(.error(error), issuer: core.settings.issuer) : nil
        )
    }
}
