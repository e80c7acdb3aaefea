package import GatehouseStore
package import GatehouseWire

/// A transaction whose page cannot be shown, as the error page describes it.
package struct AbandonedTransaction: Sendable {
    package let client: Client
    /// The redirect URI of the request; `nil` for any browser other than the transaction's own.
    package let redirectURI: RedirectURI?
    /// The error response for the client; `nil` once the client has had a response, and for any browser other than the
    /// transaction's own.
    package let refusal: AuthorizationResponse?
}

extension TransactionEngine {
    /// Returns the client and redirect URI of a transaction, finished or not; `nil` when it was deleted.
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
