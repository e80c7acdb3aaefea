import Foundation
import GatehouseStore
import GatehouseWire

/// Enrols an email address or phone number as the second factor, in the sign-in of a native app.
///
/// The user proves it with a code. It then is an address of the account like any other, and turns the second factor on:
/// codes to it are the second factor of later sign-ins.
struct AddressEnrolmentFlow: Sendable {
    let accounts: FlowAccountLookup
    let factors: FactorRegistry
    let codes: CodeFactor
    let addresses: AddressVerificationFlow
    let attempts: FactorAttempts
    let actions: RequiredActions

    /// Sends a code to an address, or sends it again.
    ///
    /// The result is the same for an address of another account; the message then informs its owner of the attempt.
    func choose(
        _ text: String,
        as name: FactorName,
        at step: EnrolFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let account = try await accounts.account(of: step.signIn)
        guard step.factors.contains(name), let factor = factors.addressFactor(named: name),
            let address = LoginIdentifier(type(of: factor).addressKind, text),
            account.identifiers.count(where: { $0.kind == address.kind }) < AddressChanger.maximumAddresses
        else { throw .addressRejected }
        let context = code(account, in: request)
        let sent =
            if let last = step.sentCode, last.address == address {
                try await FlowError.wrapping(
                    async: await codes.resend(last, addingTo: account, isRetry: request.isRetry, in: context)
                )
            } else {
                try await FlowError.wrapping(async: await codes.send(to: address, addingTo: account, in: context))
            }
        return Transition(step: try step.waiting(for: sent.step, of: name), changes: sent.changes)
    }

    /// Verifies the code, adds the address to the account, and continues the sign-in with the proven factor.
    func enrol(
        _ input: JSONValue,
        at step: EnrolFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard let pending = step.sentCode, let typed = input.string, let name = step.enrolment?.factor,
            let factor = factors.addressFactor(named: name)
        else { throw .notPossible }
        let account = try await accounts.account(of: step.signIn)
        let holder = try await FlowError.wrapping(
            async: await factors.holder(account, after: step.signIn.authentication)
        )
        // A factor that was enrolled meanwhile must be proven instead.
        guard factors.available(to: holder).isEmpty else { throw .gone }
        return try await attempts.count(for: account.id, in: request) { () throws(FlowError) -> Transition in
            guard pending.attemptsRemaining > 0 else {
                return Transition(step: .enrolFactor(step), error: .factorRejected(name))
            }
            let context = code(account, in: request)
            switch try await FlowError.wrapping(async: await codes.verify(typed, of: pending, in: context)) {
            case .missing: throw .codeMissing
            case .expired: throw .codeExpired
            case .wrong(let next, let changes):
                return Transition(
                    step: try step.waiting(for: next, of: name),
                    changes: changes,
                    error: .factorRejected(name)
                )
            case .exhausted(let changes):
                return Transition(
                    step: try step.waiting(for: pending.exhausted(), of: name),
                    changes: changes,
                    error: .factorRejected(name)
                )
            case .verified(let proven, let changes):
                var transition = try await add(proven, of: factor, to: account, at: step, in: request)
                transition.changes += changes
                return attempts.accepting(transition, for: account.id, in: request)
            }
        }
    }

    /// Adds a proven address to the account, and continues the sign-in.
    private func add(
        _ proven: CodeChallengeStep.VerifiedAddress,
        of factor: any AddressFactor,
        to account: Account,
        at step: EnrolFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let addition = try await addresses.adding(proven, to: account, requiresSecondFactor: true, in: request)
        let added = type(of: factor).proven(at: request.now)
        let condition = Change.account(
            .requireRevision(account.id, credentialsRevision: addition.account.credentialsRevision)
        )
        let proof = FactorProof(
            account: addition.account,
            factors: [added],
            changes: [condition, added.use(of: account.id)]
        )
        var transition = try await actions.signIn(proof, after: step.signIn.authentication, in: request)
        transition.changes = addition.writes + transition.changes
        return transition
    }

    /// Returns the context of a code; wrong codes count for the account, not for the owner of the address.
    private func code(_ account: Account, in request: FlowContext) -> CodeContext {
        CodeContext(
            client: request.client,
            language: request.language,
            isNative: request.purpose.isNative,
            claimant: account.id,
            context: request.context,
            now: request.now
        )
    }
}

extension EnrolFactorStep {
    /// Returns the step that waits for a code of a factor.
    fileprivate func waiting(for code: CodeChallengeStep, of name: FactorName) throws(FlowError) -> FlowStep {
        var next = self
        next.enrolment = Enrolment(factor: name, state: try FlowError.wrapping(try code.factorState()))
        return .enrolFactor(next)
    }
}
