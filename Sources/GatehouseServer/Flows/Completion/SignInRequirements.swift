import GatehouseStore
import GatehouseWire

/// Applies the authentication policy to the sign-ins of flows, and requests the factors that they lack.
struct SignInRequirements: Sendable {
    let policy: AuthenticationPolicy
    let factors: FactorRegistry
    let trust: BrowserTrust

    /// Decides whether the proofs of a sign-in suffice.
    func decide(
        _ authentication: Authentication,
        of account: Account,
        isNew: Bool,
        in request: FlowContext
    ) async throws(FlowError) -> AuthenticationPolicy.Decision {
        let requirement = request.purpose.authentication
        let demand = demand(of: account, in: request)
        var available: [AvailableFactor] = []
        if demand != .none || requirement.requestsClass {
            let holder = try await FlowError.wrapping(async: await factors.holder(account, after: authentication))
            available = factors.available(to: holder)
        }
        let decision = policy.decide(
            authentication,
            isNew: isNew,
            for: requirement,
            demand: demand,
            available: available,
            at: request.now
        )
        guard demand != .none, !request.purpose.isReproof, case .insufficient(let missing) = decision,
            missing != .newProof,
            try await trust.includes(request.browser, of: account, at: request.now)
        else { return decision }
        // A trusted browser replaces the second factor, unless the client requests its class.
        return policy.decide(
            authentication,
            isNew: isNew,
            for: requirement,
            demand: .none,
            available: available,
            at: request.now
        )
    }

    /// Returns whether an authentication that the policy accepted is still recent enough; pages may have been open for
    /// a long time.
    func isRecent(_ user: AuthenticatedUser, in request: FlowContext) -> Bool {
        user.isProvenInThisFlow
            || policy.isRecent(user.authentication, for: request.purpose.authentication, at: request.now)
    }

    /// Returns the demand for a second factor.
    ///
    /// The pages and operations of an account always demand the second factor of a user who has one: they could remove
    /// it.
    private func demand(of account: Account, in request: FlowContext) -> AuthenticationPolicy.Demand {
        let demand = policy.demand(at: request.client, isEnrolled: account.requiresSecondFactor)
        guard case .accountPage = request.purpose, demand == .none, account.requiresSecondFactor else { return demand }
        return .fromEnrolled
    }

    /// Returns the transition to the step that requests one of the factors.
    func request(
        _ names: [FactorName],
        after signIn: PartialSignIn,
        of account: Account,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let step = ChooseFactorStep(signIn: signIn, factors: names)
        if request.purpose.isNative {
            guard request.purpose.supports(.secondFactor) else {
                return Transition(step: request.flow.step, error: .additionalFactorRequired)
            }
            return Transition(step: .chooseFactor(step))
        }
        guard let first = names.first else { throw .failed }
        return try await challenge(first, at: step, of: account, in: request)
    }

    /// Starts the challenge of a factor that the user can choose.
    func challenge(
        _ name: FactorName,
        at step: ChooseFactorStep,
        of account: Account,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard step.factors.contains(name), let factor = factors.additionalFactor(named: name) else {
            throw .notPossible
        }
        let authentication = step.signIn.authentication
        let holder = try await FlowError.wrapping(async: await factors.holder(account, after: authentication))
        guard factor.evidence(of: holder) != nil else { throw .gone }
        let challenge = try await FlowError.wrapping(async: await factor.challenge(holder, request.factor))
        let next = AdditionalFactorStep(choice: step, factor: name, challenge: challenge.state)
        return Transition(step: .additionalFactor(next), changes: challenge.changes)
    }

    /// Returns the transition to the step at which the user enrols a second factor.
    func requestEnrolment(
        after signIn: PartialSignIn,
        in request: FlowContext
    ) throws(FlowError) -> Transition {
        let names = factors.enrollable.map { type(of: $0).name }
        guard request.browser != nil || request.purpose.supports(.enrolment), !names.isEmpty else {
            return Transition(step: request.flow.step, error: .additionalFactorRequired)
        }
        return Transition(step: .enrolFactor(EnrolFactorStep(signIn: signIn, factors: names)))
    }
}
