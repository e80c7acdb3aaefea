package import GatehouseStore
import GatehouseWire

/// Decides whether a user must consent to a client's request.
struct ConsentPolicy: Sendable {
    let consents: any ConsentReader
    let failures: FailureLog

    /// Returns the user's consent for the client; `nil` if there is none.
    func consent(
        of account: Account.ID,
        in request: FlowContext
    ) async throws(FlowError) -> Consent? {
        do { return try await consents.consent(account, request.client.id) } catch {
            throw FlowError(failures.record(error))
        }
    }

    /// Returns whether a user who is signed in at the browser has consented to the client.
    func hasConsent(to client: Client, in browser: BrowserContext) async -> Bool {
        for session in browser.sessions where (try? await consents.consent(session.accountID, client.id)) != nil {
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
