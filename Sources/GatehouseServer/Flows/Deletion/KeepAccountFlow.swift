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
        guard let account = try await accounts.account(step.accountID),
            account.credentialsRevision == step.credentialsRevision
        else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        var kept = account
        kept.deletion = nil
        kept.updatedAt = request.now
        kept.revision += 1
        let notice = try FlowError.wrapping(try notifier.notify(of: .accountKept, kept, AccountRequest(request)))
        let proof = FactorProof(account: kept, factors: step.authentication.factors, changes: [])
        var transition = try await actions.signIn(proof, in: request)
        // Only a sufficient sign-in starts a browser session.
        guard transition.browserChange != nil else { return transition }
        let changes = [.account(.update(kept)), audit.event(.accountKept, request, account: account.id)]
        transition.changes += changes.map { ConditionalWrite($0) } + notice
        return transition
    }
}
