import GatehouseStore

/// Recovers an account with a code or link, and sets a new password.
struct RecoveryFlow: Sendable {
    let accounts: FlowAccountLookup
    let hasher: NewPasswordHasher<FlowError>
    let passwords: PasswordChanger
    let codes: CodeFactor
    let actions: RequiredActions

    /// Sends a code to a normalized address.
    func sendCode(to email: String, in request: FlowContext) async throws(FlowError) -> Transition {
        let abandoned = request.flow.state.left
        return Transition(
            try await FlowError.wrapping(
                async: await codes.sendUnlessPending(to: email, for: .reset, abandoned: abandoned, in: request.code)
            )
        )
    }

    /// Requests the new password of the account of a verified address.
    func requestPassword(_ proven: CodeChallengeStep.VerifiedAddress, _ account: Account) -> Transition {
        Transition(
            step: .newPassword(
                NewPasswordStep(
                    proven: proven,
                    accountID: account.id,
                    credentialsRevision: account.credentialsRevision
                )
            )
        )
    }

    /// Changes the password, which ends all sessions of the account and invalidates other pending resets.
    func changePassword(
        to text: String,
        at step: NewPasswordStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let contextWords = try await account(of: step).passwordContextWords(for: request.client)
        let hash = try await hasher.hash(text, contextWords: contextWords)
        // Re-reads the account: hashing takes long enough for other properties to change.
        var account = try await account(of: step)
        let ending = try FlowError.wrapping(
            try passwords.writesSettingPassword(hash, of: &account, AccountRequest(request))
        )
        let proof = try FlowError.wrapping(try step.proven.proof(of: account))
        var transition = try await actions.signIn(proof, as: .recovery, in: request)
        // A password is not changed by a flow that cannot complete; it ends, because hashing is expensive.
        if let error = transition.error { return Transition(step: .finished, error: error) }
        transition.changes = ending + transition.changes
        return transition
    }

    /// Returns the account of the verified address, unless its credentials have changed since.
    private func account(of step: NewPasswordStep) async throws(FlowError) -> Account {
        guard let account = try await accounts.account(step.proven.address), account.id == step.accountID,
            account.credentialsRevision == step.credentialsRevision
        else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        return account
    }

    /// Sets a new password with a proof that the app or the link's page submits together with it.
    func accept(
        _ proof: AcceptedAddressProof,
        of intent: AccountCodeRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        var account = try await accounts.account(of: intent)
        let address = proof.address.address
        // The address may have moved to another account since the code was sent; a username got no code.
        guard address.kind != .username, account.hasIdentifier(address) else { throw .gone }
        guard let text = proof.password, !text.isEmpty else { throw .passwordMissing }
        let contextWords = account.passwordContextWords(for: request.client)
        let hash = try await hasher.hash(text, contextWords: contextWords)
        // Re-reads the account: hashing takes long enough for other properties to change.
        guard let current = try await accounts.account(account.id), current.hasIdentifier(address) else {
            throw .gone
        }
        guard !current.isDisabled else { throw .accountDisabled }
        account = current
        let changes = try FlowError.wrapping(
            try passwords.writesSettingPassword(hash, of: &account, AccountRequest(request))
        )
        return Transition(step: .finished, changes: changes)
    }
}
