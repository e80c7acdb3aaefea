package import GatehouseStore
import GatehouseWire

/// Decides whether a user must consent to a client's request.
struct ConsentPolicy: Sendable {
    let consents: any ConsentReader
    let failures: FailureLog

    /// Returns the user's consent for the client as it is now; `nil` if there is none.
    func consent(
        of account: Account.ID,
        in request: FlowContext
    ) async throws(FlowError) -> Consent? {
        do { return try await consent(of: account, to: request.client) } catch {
            throw FlowError(failures.record(error))
        }
    }

    private func consent(of account: Account.ID, to client: Client) async throws(StoreError) -> Consent? {
        guard let consent = try await consents.consent(account, client.id),
            !client.hasChangedIdentity(since: consent.grantedAt)
        else { return nil }
        return consent
    }

    /// Returns whether a user who is signed in at the browser has consented to the client and its only receiver.
    func hasConsent(to client: Client, in browser: BrowserContext) async -> Bool {
        guard client.receivers.count == 1 else { return false }
        for session in browser.sessions where (try? await consent(of: session.accountID, to: client)) != nil {
            return true
        }
        return false
    }

    /// Always asks for devices: the user may not hold the device (RFC 8628 §5.4).
    func requiresConsent(
        of user: AuthenticatedUser,
        to purpose: FlowPurpose,
        agreed: Consent?,
        in request: FlowContext
    ) -> Bool {
        if case .accountPage = purpose { return false }
        guard case .authorization(let intent) = purpose else { return true }
        if intent.requiresConsent { return true }
        let isAssured = intent.assuresClientIdentity(of: request.client)
        // Another app may impersonate this client (RFC 8252 §8.6).
        if request.client.skipsConsent || intent.requestsOnlyUserID {
            return !isAssured && !user.isProvenInThisFlow
        }
        guard isAssured else { return true }
        guard let agreed else { return true }
        let claims = request.client.claimsBeyondScopes(of: purpose)
        return !intent.scopes.isSubset(of: agreed.scopes) || !Set(claims).isSubset(of: agreed.claims)
    }
}

extension FlowPurpose {
    /// Returns whether the consent page only confirms that the user is present, because another app could impersonate
    /// one of the operator's own apps (RFC 8252 §8.6); the request requires no consent to its scopes.
    package func confirmsUserOnly(of client: Client) -> Bool {
        guard case .authorization(let intent) = self else { return false }
        return client.skipsConsent && !intent.requiresConsent && optionalScopes.isEmpty
    }
}
