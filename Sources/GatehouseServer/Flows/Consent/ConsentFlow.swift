import GatehouseStore
import GatehouseWire

/// Records the user's consent to a client's request.
struct ConsentFlow: Sendable {
    let core: ServerCore
    let accounts: FlowAccountLookup
    let actions: RequiredActions

    func submit(
        _ agrees: Bool,
        ticked: ScopeSet,
        _ step: ConsentStep,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard agrees else { return actions.completion.deny(request) }
        guard try await accounts.isSignedIn(step.user, request), actions.suffices(step.user, request) else {
            return .restartingSignIn
        }
        let left = request.purpose.optionalScopes.subtracting(ticked)
        let purpose = request.purpose.excluding(left)
        let withdrawn = request.purpose.scopes.subtracting(purpose.scopes)
        let claims = request.client.claimsBeyondScopes(of: purpose)
        // Re-reads the consent: another tab may have granted more since this step was shown.
        let before = try await actions.consents.consent(of: step.user.accountID, request)
        let consent = Consent(
            accountID: step.user.accountID,
            clientID: request.client.id,
            scopes: (before?.scopes ?? []).union(purpose.scopes).subtracting(withdrawn),
            declined: (before?.declined ?? []).union(left).subtracting(purpose.scopes),
            claims: Set(before?.claims ?? []).union(claims).sorted { $0.rawValue < $1.rawValue },
            grantedAt: request.now
        )
        var transition = actions.completion.complete(step.user, purpose, request)
        transition.changes += [
            ConditionalWrite(.consent(.put(consent))),
            ConditionalWrite(
                core.audit(
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
