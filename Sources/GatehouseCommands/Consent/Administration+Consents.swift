import GatehouseServer
package import GatehouseStore

extension Administration {
    /// Returns the consents of an account, by any of its names.
    package func consents(of name: String) async throws(CommandFailure) -> [ConsentSummary] {
        let id = try await user(name).id
        return try await read { store throws(StoreError) in try await store.consents(of: id) }.map(ConsentSummary.init)
    }

    /// Returns a consent and the number of sessions that are alive under it.
    package func consent(
        of name: String,
        for client: String
    ) async throws(CommandFailure) -> (consent: Consent, sessions: Int) {
        let account = try await user(name).id
        let client = Client.ID(client)
        let consent = try await read { store throws(StoreError) in try await store.consent(account, client) }
        guard let consent else { throw Self.noConsent(name, client) }
        return (consent, try await sessions(of: account) { $0.clientID == client })
    }

    /// Withdraws a consent, with the sessions, codes and device approvals that were granted under it.
    package func withdraw(_ consent: Consent) async throws(CommandFailure) {
        let (account, client) = (consent.accountID, consent.clientID)
        try await commit(
            [
                .consent(.withdraw(account, client, reason: .administrator, at: core.now)),
                audit(.consentWithdrawn, account: account, client: client),
            ],
            conflict: Self.noConsent(account.rawValue, client)
        )
    }

    /// Returns the number of an account's sessions that are alive.
    func sessions(
        of account: GatehouseStore.Account.ID,
        where isCounted: (Session) -> Bool = { _ in true }
    ) async throws(CommandFailure) -> Int {
        let sessions = try await read { store throws(StoreError) in try await store.sessions(of: account) }
        return sessions.count { $0.expiresAt > core.now && isCounted($0) }
    }

    private static func noConsent(_ account: String, _ client: Client.ID) -> CommandFailure {
        CommandFailure(
            "The account \(account) has not consented to client \(client).",
            advice: "'gatehouse consent list' shows its consents."
        )
    }
}
