import GatehouseStore

/// Counts the attempts at the additional factors of an account, of all kinds together.
struct FactorAttempts: Sendable {
    let repository: FlowRepository
    let limiter: AttemptLimiter

    /// Counts an attempt, and returns the transition for its result.
    ///
    /// Counts before the verification, so that concurrent attempts cannot exceed the limit together. If `verify` fails,
    /// nothing was verified or the result is unknown, and the attempt is no longer counted.
    func count(
        for account: Account.ID,
        in request: FlowContext,
        _ verify: () async throws(FlowError) -> Transition
    ) async throws(FlowError) -> Transition {
        let subject = AttemptLimiter.Subject.additionalFactors(of: account)
        let context = request.context
        try await FlowError.wrapping(async: await limiter.recordAttempt(at: subject, context: context))
        do throws(FlowError) {
            var transition = try await verify()
            // A concurrent request may change the flow; the next try counts again.
            transition.compensation += limiter.changesUndoingAttempt(at: subject, context: context)
            return transition
        } catch {
            try await repository.commit(limiter.changesUndoingAttempt(at: subject, context: context))
            throw error
        }
    }

    /// Returns the transition of a proof, which resets the count in its commit.
    func accepting(
        _ transition: Transition,
        for account: Account.ID,
        in request: FlowContext
    ) -> Transition {
        let subject = AttemptLimiter.Subject.additionalFactors(of: account)
        let cleared =
            [limiter.changeResettingAttempts(at: subject)]
            + limiter.changesUndoingAddressAttempt(context: request.context)
        var accepted = transition
        accepted.changes += cleared.map { ConditionalWrite($0) }
        return accepted
    }
}
