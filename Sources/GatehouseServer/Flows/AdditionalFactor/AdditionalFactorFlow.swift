import GatehouseStore
import GatehouseWire

/// Verifies the factor that a sign-in requires in addition to those proven so far.
struct AdditionalFactorFlow: Sendable {
    let accounts: FlowAccountLookup
    let factors: FactorRegistry
    let actions: RequiredActions

    func submit(
        _ input: JSONValue,
        to step: AdditionalFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        // The user may have signed out in another tab.
        if let id = step.browserSessionID, request.browser?.session?.id != id { return .restartingSignIn }
        guard let factor = factors.additional(named: step.factor),
            let account = try await accounts.account(step.accountID)
        else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        guard account.credentialsRevision == step.credentialsRevision else { throw .gone }
        switch try await factor.verify(input, challenge: step.challenge, of: account, request.factor) {
        case .rejected(let error, let state, let changes):
            var next = step
            next.challenge = state
            return Transition(
                step: .additionalFactor(next),
                changes: changes.map { ConditionalWrite($0) },
                error: error
            )
        case .proven(let proven, let changes):
            let condition = Change.account(
                .requireRevision(account.id, credentialsRevision: account.credentialsRevision)
            )
            return try await actions.signIn(
                FactorProof(account: account, factors: proven, changes: [condition] + changes),
                after: step.authentication,
                replacing: request.browser?.session,
                in: request
            )
        }
    }
}
