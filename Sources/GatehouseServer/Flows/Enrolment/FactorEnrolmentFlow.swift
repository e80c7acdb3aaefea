import GatehouseStore
import GatehouseWire

/// Enrols a second factor in a sign-in that requires one, for a user who has none.
package struct FactorEnrolmentFlow: Sendable {
    let accounts: FlowAccountLookup
    let factors: FactorRegistry
    let credentials: CredentialChanger
    let actions: RequiredActions
    /// The enrolment of addresses.
    let addresses: AddressEnrolmentFlow
    let box: StateBox

    /// Starts the enrolment of a factor.
    func choose(
        _ name: FactorName,
        at step: EnrolFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard request.isSignedIn(for: step.signIn) else { return .restartingSignIn }
        guard step.factors.contains(name), let factor = factors.enrollableFactor(named: name) else {
            throw .notPossible
        }
        let holder = try await holder(of: step.signIn)
        let state = try await FlowError.wrapping(async: await factor.enrolment(of: holder, request.factor))
        var next = step
        next.enrolment = EnrolFactorStep.Enrolment(factor: name, state: state)
        return Transition(step: .enrolFactor(next))
    }

    /// Starts the enrolment of an address, to which a code is sent.
    func choose(
        address: String,
        as name: FactorName,
        at step: EnrolFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard request.isSignedIn(for: step.signIn) else { return .restartingSignIn }
        return try await addresses.choose(address, as: name, at: step, in: request)
    }

    /// Sends the code to an address again.
    func resendCode(at step: EnrolFactorStep, in request: FlowContext) async throws(FlowError) -> Transition {
        guard let code = step.sentCode, let name = step.enrolment?.factor else { throw .notPossible }
        return try await choose(address: code.address.value, as: name, at: step, in: request)
    }

    /// Verifies the response to the enrolment, and continues the sign-in with the factor that it has proven.
    func enrol(
        _ input: JSONValue,
        name: String?,
        at step: EnrolFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard request.isSignedIn(for: step.signIn) else { return .restartingSignIn }
        if step.sentCode != nil { return try await addresses.enrol(input, at: step, in: request) }
        guard let enrolment = step.enrolment, let factor = factors.enrollableFactor(named: enrolment.factor) else {
            throw .notPossible
        }
        let holder = try await holder(of: step.signIn)
        // A factor that was enrolled meanwhile must be proven instead.
        guard factors.available(to: holder).isEmpty else { throw .gone }
        let (credential, proven) = try await enrolled(
            input,
            enrolment: enrolment.state,
            name: name,
            by: factor,
            for: holder,
            request
        )
        let addition = try FlowError.wrapping(
            try credentials.adding(credential, to: holder, requiresSecondFactor: true, AccountRequest(request))
        )
        let authentication = step.signIn.authentication.adding(proven)
        let signIn = PartialSignIn(addition.account, after: authentication, from: step.signIn.browserSessionID)
        guard let codes = addition.recoveryCodes else {
            var transition = try await finish(signIn, of: addition.account, in: request)
            transition.changes = addition.writes + transition.changes
            return transition
        }
        let sealed = try FlowError.wrapping(
            try box.seal(codes.map { $0.reveal() }, for: addition.account.id)
        )
        return Transition(
            step: .recoveryCodes(RecoveryCodesStep(signIn: signIn, codes: sealed)),
            changes: addition.writes
        )
    }

    /// Continues the sign-in after the user has kept the recovery codes.
    func proceed(from step: RecoveryCodesStep, in request: FlowContext) async throws(FlowError) -> Transition {
        guard request.isSignedIn(for: step.signIn) else { return .restartingSignIn }
        return try await finish(step.signIn, of: try await accounts.account(of: step.signIn), in: request)
    }

    /// Returns the recovery codes that a step shows.
    package func codes(of step: RecoveryCodesStep) throws(FlowError) -> [String] {
        guard let codes: [String] = box.open(step.codes, for: step.signIn.accountID) else { throw .failed }
        return codes
    }

    /// Returns the parts of an enrolment in progress that its user needs; `nil` before a factor was chosen.
    package func presentation(of step: EnrolFactorStep) async throws(FlowError) -> EnrolmentPresentation? {
        guard let enrolment = step.enrolment, let factor = factors.enrollableFactor(named: enrolment.factor) else {
            return nil
        }
        let account = try await accounts.account(of: step.signIn)
        return try FlowError.wrapping(try factor.presentation(of: enrolment.state, for: account))
    }

    /// Creates the passkey that a user was offered after the sign-in.
    func acceptOffer(
        _ input: JSONValue,
        at step: OfferPasskeyStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard let factor = factors.enrollableFactor(named: .passkey),
            try await accounts.isSignedIn(step.user, in: request),
            let account = try await accounts.account(step.user.accountID),
            PasskeyOffers.isAllowed(to: step.user, of: account)
        else { return .restartingSignIn }
        let holder = try await FlowError.wrapping(
            async: await factors.holder(account, after: step.user.authentication)
        )
        let (credential, _) = try await enrolled(
            input,
            enrolment: step.enrolment,
            name: nil,
            by: factor,
            for: holder,
            request
        )
        let addition = try FlowError.wrapping(
            try credentials.adding(credential, to: holder, requiresSecondFactor: false, AccountRequest(request))
        )
        var transition = try await actions.nextAction(
            for: step.user,
            of: addition.account,
            offersPasskey: false,
            in: request
        )
        transition.changes = addition.writes + transition.changes
        return transition
    }

    /// Continues without a passkey.
    func declineOffer(at step: OfferPasskeyStep, in request: FlowContext) async throws(FlowError) -> Transition {
        guard try await accounts.isSignedIn(step.user, in: request),
            let account = try await accounts.account(step.user.accountID)
        else { return .restartingSignIn }
        return try await actions.nextAction(for: step.user, of: account, offersPasskey: false, in: request)
    }

    private func holder(of signIn: PartialSignIn) async throws(FlowError) -> FactorHolder {
        let account = try await accounts.account(of: signIn)
        return try await FlowError.wrapping(async: await factors.holder(account, after: signIn.authentication))
    }

    private func enrolled(
        _ input: JSONValue,
        enrolment state: JSONValue,
        name: String?,
        by factor: any EnrollableFactor,
        for holder: FactorHolder,
        _ request: FlowContext
    ) async throws(FlowError) -> (Credential, [ProvenFactor]) {
        let result = try await FlowError.wrapping(
            async: await factor.enrol(input, enrolment: state, name: name, for: holder, request.factor)
        )
        switch result {
        case .enrolled(let credential, let proven): return (credential, proven)
        case .rejected: throw .factorRejected(type(of: factor).name)
        case .tooMany, .malformed: throw .notPossible
        }
    }

    private func finish(
        _ signIn: PartialSignIn,
        of account: Account,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let condition = Change.account(
            .requireRevision(account.id, credentialsRevision: account.credentialsRevision)
        )
        let proof = FactorProof(account: account, factors: signIn.authentication.factors, changes: [condition])
        return try await actions.signIn(proof, in: request)
    }
}
