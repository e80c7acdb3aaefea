import GatehousePasswords
import GatehouseStore

/// Signs in with a code, a password or the account of the browser session.
struct SignInFlow: Sendable {
    let accounts: FlowAccountLookup
    let factors: FactorRegistry
    let actions: RequiredActions

    /// Shows a form of the first page, with the address entered so far.
    ///
    /// A code that the user has left remains valid.
    func show(_ mode: IdentifyStep.Mode, typed: String?, in request: FlowContext) throws(FlowError) -> Transition {
        switch request.flow.step {
        case .code(let step):
            Transition(step: .identify(IdentifyStep(mode: mode, email: step.email)), abandonedCode: step)
        case .identify(let step):
            Transition(step: .identify(IdentifyStep(mode: mode, email: Self.draft(typed) ?? step.email)))
        case .password, .consent, .chooseAccount, .additionalFactor:
            Transition(step: .identify(IdentifyStep(mode: mode, email: request.flow.step.email)))
        default: throw .notPossible
        }
    }

    /// Returns the text entered so far to prefill a form, unless it is too long for an address.
    private static func draft(_ typed: String?) -> String? {
        typed.flatMap { $0.isEmpty || $0.utf8.count > 254 ? nil : $0 }
    }

    /// Sends a code to a normalized address.
    func sendCode(to email: String, in request: FlowContext) async throws(FlowError) -> Transition {
        let abandoned = request.flow.state.left
        return Transition(
            try await FlowError.wrapping(
                async: await factors.code.sendUnlessPending(
                    to: email,
                    for: .signIn,
                    abandoned: abandoned,
                    in: request.code
                )
            )
        )
    }

    func verifyPassword(
        _ text: String,
        at step: PasswordStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard !text.isEmpty else { throw .passwordMissing }
        let match: PasswordVerifier.Match
        do {
            match = try await factors.password.verify(
                LoginIdentifier(typed: step.email),
                password: Password(text),
                client: request.client.id,
                context: request.context,
                acceptsDeletion: request.browser != nil
            )
        } catch {
            throw FlowError(error)
        }
        return try await actions.signIn(
            match.proof(at: request.now),
            replacing: request.browser?.session,
            in: request
        )
    }

    /// Signs in to the account of a verified address.
    func signIn(
        _ proven: CodeChallengeStep.VerifiedAddress,
        to account: Account,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let proof = try FlowError.wrapping(try proven.proof(of: account))
        return try await actions.signIn(proof, replacing: request.browser?.session, in: request)
    }

    func continueWithCurrentAccount(
        _ step: ChooseAccountStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard let session = request.browser?.session, session.id == step.browserSessionID, session.endedAt == nil else {
            return Transition(step: .identify(IdentifyStep(mode: .signIn, email: step.emailHint)))
        }
        guard let account = try await accounts.account(session.accountID), !account.isDisabled else {
            throw .accountDisabled
        }
        if step.requiresReauthentication {
            return Transition(step: .identify(IdentifyStep(mode: .signIn, email: account.email?.value)))
        }
        return try await actions.resume(session, of: account, in: request)
    }
}
