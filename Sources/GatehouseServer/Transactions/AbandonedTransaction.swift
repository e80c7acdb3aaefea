package import GatehouseStore
package import GatehouseWire

/// What is known of a transaction whose page cannot be shown, for the page that is shown instead.
package struct AbandonedTransaction: Sendable {
    package let client: Client
    /// Where its answer was to go; `nil` for any other browser than its own.
    package let redirectURI: RedirectURI?
    /// The answer that tells the client of it; `nil` when it has had one, and for any other browser than the
    /// transaction's own.
    package let refusal: AuthorizationResponse?
}

extension TransactionEngine {
    /// What a transaction was about, whether it is over or not; `nil` when nothing is left of it.
    package func abandoned(_ id: TransactionRecord.ID, browser: BrowserContext) async -> AbandonedTransaction? {
        guard let record = try? await core.store.transaction(id),
            let state = try? TransactionState.decode(record.state),
            let client = try? await core.servedClient(state.purpose.clientID)
        else { return nil }
        guard case .authorization(let intent) = state.purpose, Holder.browser(browser, step: 0).holds(state) else {
            return AbandonedTransaction(client: client, redirectURI: nil, refusal: nil)
        }
        let error = OAuthError(.accessDenied, "The sign-in was not finished.")
        return AbandonedTransaction(
            client: client,
            redirectURI: intent.redirectURI,
            refusal: record.finishedAt == nil ? intent.answer(.error(error), issuer: core.settings.issuer) : nil
        )
    }
}
