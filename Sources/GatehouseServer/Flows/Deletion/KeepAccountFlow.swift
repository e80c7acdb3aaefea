import GatehouseStore

/// Keeps an account whose deletion was requested, when its user signs in before it is due.
struct KeepAccountFlow: Sendable {
    let accounts: FlowAccountLookup
    let actions: RequiredActions
    let notifier: any AccountNotifying
    let audit: AuditLog

    /// Cancels the deletion and signs in.
    ///
    /// A sign-in that requires another factor by now leaves the deletion as it is.
    func keep(_ step: KeepAccountStep, in request: FlowContext) async throws(FlowError) -> Transition {
        let account = try await accounts.account(of: step.signIn)
        let factors = step.signIn.authentication.factors
        let proven = FactorProof(account: account, factors: factors, changes: [])
        let current = try await actions.signIn(proven, in: request)
        guard case .keepAccount = current.step else { return current }
        var kept = account
        kept.deletion = nil
        kept.updatedAt = request.now
        kept.revision += 1
        let notice = try FlowError.wrapping(try notifier.notify(of: .accountKept, kept, AccountRequest(request)))
        let proof = FactorProof(
            account: kept,
            factors: factors,
            changes: [.account(.update(kept)), audit.event(.accountKept, request, account: account.id)]
        )
        var transition = try await actions.signIn(proof, in: request)
        transition.changes += notice
        return transition
    }
}
