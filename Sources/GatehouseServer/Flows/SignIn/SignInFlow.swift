import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// Signs in with a code or a password.
struct SignInFlow: Sendable {
    let accounts: FlowAccountLookup
    let factors: FactorRegistry
    let actions: RequiredActions
    let passkeys: PasskeySignIn

    /// Shows a form of the first page, with the address entered so far.
    ///
    /// A code that the user has left remains valid.
    func show(_ mode: IdentifyStep.Mode, typed: String?, in request: FlowContext) throws(FlowError) -> Transition {
        switch request.flow.step {
        case .code(let step):
            Transition(step: .identify(IdentifyStep(mode: mode, email: step.email)), abandonedCode: step)
        case .identify(let step):
            Transition(step: .identify(IdentifyStep(mode: mode, email: Self.draft(typed) ?? step.email)))
        case .password, .consent, .chooseAccount, .additionalFactor, .enrolFactor:
            Transition(step: .identify(IdentifyStep(mode: mode, email: request.flow.step.email)))
        default: throw .notPossible
        }
    }

    /// Shows the accounts of the browser instead of the one that the page is about, or the first page if there is no
    /// other one.
    func showOtherAccounts(in request: FlowContext) throws(FlowError) -> Transition {
        switch request.flow.step {
        case .consent where (request.browser?.sessions.count ?? 0) > 1:
            Transition(step: .chooseAccount(ChooseAccountStep(emailHint: nil)))
        default: try show(.signIn, typed: nil, in: request)
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
        return try await actions.signIn(match.proof(at: request.now), in: request)
    }

    /// Signs in to the account of a passkey.
    func signIn(withPasskey response: JSONValue, in request: FlowContext) async throws(FlowError) -> Transition {
        let proof: FactorProof
        do {
            proof = try await passkeys.verify(response, at: request.flow, request.factor)
        } catch {
            switch error {
            case .unknown: throw .passkeyUnknown
            case .rejected: throw .factorRejected(.passkey)
            case .failure(let failure): throw FlowError(failure)
            }
        }
        guard !proof.account.isDisabled else { throw .accountDisabled }
        return try await actions.signIn(proof, in: request)
    }

    /// Signs in to the account of a verified address.
    func signIn(
        _ proven: CodeChallengeStep.VerifiedAddress,
        to account: Account,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let proof = try FlowError.wrapping(try proven.proof(of: account))
        return try await actions.signIn(proof, in: request)
    }
}
