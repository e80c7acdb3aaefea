import GatehouseStore
import GatehouseWire

/// Records the user's consent to a client's request.
struct ConsentFlow: Sendable {
    let accounts: FlowAccountLookup
    let actions: RequiredActions
    let audit: AuditLog

    func submit(
        _ agrees: Bool,
        ticked: ScopeSet,
        to step: ConsentStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard agrees else { return actions.completion.deny(in: request) }
        guard try await accounts.isSignedIn(step.user, in: request),
            actions.requirements.isRecent(step.user, in: request)
        else {
            return .restartingSignIn
        }
        let left = request.purpose.optionalScopes.subtracting(ticked)
        let purpose = request.purpose.excluding(left)
        let withdrawn = request.purpose.scopes.subtracting(purpose.scopes)
        let claims = request.client.claimsBeyondScopes(of: purpose)
        // Re-reads the consent: another tab may have granted more since this step was shown.
        let before = try await actions.consents.consent(of: step.user.accountID, in: request)
        let consent = Consent(
            accountID: step.user.accountID,
            clientID: request.client.id,
            scopes: (before?.scopes ?? []).union(purpose.scopes).subtracting(withdrawn),
            declined: (before?.declined ?? []).union(left).subtracting(purpose.scopes),
            claims: Set(before?.claims ?? []).union(claims).sorted { $0.rawValue < $1.rawValue },
            grantedAt: request.now
        )
        var transition = actions.completion.complete(for: step.user, granting: purpose, in: request)
        transition.changes += [
            ConditionalWrite(.consent(.put(consent))),
            ConditionalWrite(
                audit.event(
                    .consentGranted,
                    request,
                    account: step.user.accountID,
                    detail: (purpose.scopes.map(\.rawValue) + claims.map { "claim:\($0)" }).joined(separator: " ")
                )
            ),
        ]
        return transition
    }
}
