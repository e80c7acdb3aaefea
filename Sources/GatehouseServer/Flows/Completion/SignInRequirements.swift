import Foundation
import GatehouseStore
import GatehouseWire

/// Applies the authentication policy to the sign-ins of flows, and requests the factors that they lack.
struct SignInRequirements: Sendable {
    let policy: AuthenticationPolicy
    let factors: FactorRegistry
    let trust: BrowserTrust

    /// Decides whether the proofs of a sign-in suffice.
    ///
    /// - Parameters:
    ///   - authentication: The proofs.
    ///   - account: The account.
    ///   - kind: The kind of the sign-in; `nil` for an existing session.
    ///   - request: The request.
    /// - Returns: The decision.
    /// - Throws: A failure of the service.
    func decide(
        _ authentication: Authentication,
        of account: Account,
        as kind: SignInKind?,
        in request: FlowContext
    ) async throws(FlowError) -> AuthenticationPolicy.Decision {
        let requirement = request.purpose.authentication
        let demand = demand(of: account, in: request)
        var holder = FactorHolder(account: account, credentials: [], authentication: authentication)
        var available: [AvailableFactor] = []
        if demand != .none || requirement.requestsClass {
            holder = try await FlowError.wrapping(async: await factors.holder(account, after: authentication))
            available = factors.available(to: holder)
        }
        func decide(with demand: AuthenticationPolicy.Demand) -> AuthenticationPolicy.Decision {
            policy.decide(
                authentication,
                isNew: kind != nil,
                for: requirement,
                demand: demand,
                available: available,
                at: request.now
            )
        }
        let decision = decide(with: demand)
        guard demand != .none, case .insufficient(let missing) = decision, missing != .newProof else { return decision }
        // A trusted browser replaces the second factor, unless the client requests its class. A reset of the password
        // ends the trust in the same commit.
        if !request.purpose.isReproof, kind != .recovery,
            try await trust.includes(request.browser, of: account, at: request.now)
        {
            return decide(with: .none)
        }
        // The user's only second factor is the address that this sign-in has proven as the first.
        guard demand == .fromEnrolled, available.isEmpty, !holder.hasIndependentCredential else { return decision }
        guard request.purpose.isReproof || hasOtherFirstFactor(holder) else { return decide(with: .none) }
        return .insufficient(.otherFirstFactor)
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
    ///
    /// - Parameters:
    ///   - name: The factor.
    ///   - step: The choice.
    ///   - previous: The challenge that it replaces.
    ///   - isResent: Whether a code of the factor was sent before.
    ///   - account: The account.
    ///   - request: The request.
    /// - Returns: The transition to the challenge.
    /// - Throws: ``FlowError/notPossible``, or ``FlowError/gone`` if the user cannot prove the factor any more.
    func challenge(
        _ name: FactorName,
        at step: ChooseFactorStep,
        instead previous: AdditionalFactorStep? = nil,
        isResent: Bool = false,
        of account: Account,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard step.factors.contains(name), let factor = factors.additionalFactor(named: name) else {
            throw .notPossible
        }
        let authentication = step.signIn.authentication
        let holder = try await FlowError.wrapping(async: await factors.holder(account, after: authentication))
        guard factor.evidence(of: holder) != nil else { throw .gone }
        var context = request.factor
        context.isResent = isResent
        let challenge = try await FlowError.wrapping(async: await factor.challenge(holder, context))
        let next = AdditionalFactorStep(
            choice: step,
            factor: name,
            challenge: challenge.state,
            otherCodes: previous?.codes(besides: name)
        )
        return Transition(step: .additionalFactor(next), changes: challenge.changes)
    }

    /// Returns the transition to the step at which the user enrols a second factor.
    ///
    /// A user whose only second factor is the phone number that they signed in with must sign in another way instead:
    /// otherwise the number alone would be enough to enrol. A mailbox is, because it can reset the password.
    func requestEnrolment(
        after signIn: PartialSignIn,
        of account: Account,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let holder = try await FlowError.wrapping(
            async: await factors.holder(account, after: signIn.authentication)
        )
        guard !hasOtherFirstFactor(holder) else { return requestPassword(after: signIn, of: account, in: request) }
        // The server no longer accepts codes to the user's second factor: the first one alone must not enrol another.
        let hasUnavailableFactor = account.requiresSecondFactor && factors.available(to: holder.beforeSignIn).isEmpty
        var names: [FactorName] = []
        if request.browser != nil || request.purpose.supports(.enrolment) {
            names += factors.enrollable.map { type(of: $0).name }
        }
        if request.purpose.supports(.addressEnrolment) {
            names += factors.addressFactors.filter { !$0.isProven(in: signIn.authentication) }.map { type(of: $0).name }
        }
        guard !hasUnavailableFactor, !names.isEmpty else {
            return Transition(step: request.flow.step, error: .additionalFactorRequired)
        }
        return Transition(step: .enrolFactor(EnrolFactorStep(signIn: signIn, factors: names)))
    }

    /// Returns the transition to the password, with which the user can combine the proven address.
    func requestPassword(after signIn: PartialSignIn, of account: Account, in request: FlowContext) -> Transition {
        guard request.browser != nil, account.passwordHash != nil, let email = account.email?.value,
            !signIn.authentication.factors.contains(where: { $0.factor == PasswordVerifier.name })
        else { return Transition(step: request.flow.step, error: .additionalFactorRequired) }
        return Transition(step: .password(PasswordStep(email: email)))
    }

    /// Returns whether the user has a number as the second factor, and another first factor to combine it with.
    private func hasOtherFirstFactor(_ holder: FactorHolder) -> Bool {
        let account = holder.account
        return factors.addressFactors.contains { factor in
            let kind = type(of: factor).addressKind
            guard kind == .phone, factor.evidence(of: holder.beforeSignIn) != nil else { return false }
            return account.passwordHash != nil
                || account.identifiers.contains { $0.kind != .username && $0.kind != kind && $0.verifiedAt != nil }
        }
    }
}
