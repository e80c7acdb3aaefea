import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// The effects of a verified address on an account.
extension FlowEngine {
    func decide(
        proof input: FlowInput,
        _ intent: AccountCodeRequest,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard case .code(let step) = request.flow.step, case .proof(let proof, let password) = input else {
            throw .notPossible
        }
        switch proof {
        case .code(let code):
            guard step.attemptsRemaining > 0 else { throw .gone }
            // A wrong code must not tell that a reset was requested: after its expiry only the right one is told so.
            if intent.use == .reset, step.expiresAt <= request.now,
                !step.matches(code, key: core.masterKey.derive(.mailCodes))
            {
                throw .gone
            }
            return try await verifyCode(code, step, request) { proven throws(FlowError) in
                try await apply(proven, password, intent, request)
            }
        case .link(let link):
            guard let proven = step.verifyLink(link, key: core.masterKey.derive(.links), at: request.now) else {
                throw .gone
            }
            let known =
                intent.use == .verify ? [try await verifyAccountPassword(proven, password, intent, request)] : []
            var transition = try await apply(proven, password, intent, request)
            transition.changes = known + transition.changes + changesClearingLimits(for: step, request.purpose)
            return transition
        }
    }

    private func apply(
        _ proven: CodeChallengeStep.VerifiedAddress,
        _ password: String?,
        _ intent: AccountCodeRequest,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard let id = intent.accountID, let account = try await account(id) else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        let changes =
            switch intent.use {
            case .verify: try await addVerifiedIdentifier(proven, by: account, request)
            case .reset: try await reset(account, by: proven, to: password, request)
            }
        return Transition(step: .finished, changes: changes.map { ConditionalWrite($0) })
    }

    /// Verifies the password of the account that claims the address, when its link is opened.
    ///
    /// The owner of the mailbox may not know of the account. A code needs no password, because it is entered in the
    /// app.
    ///
    /// - Returns: The condition that the password is still the verified one.
    private func verifyAccountPassword(
        _ proven: CodeChallengeStep.VerifiedAddress,
        _ password: String?,
        _ intent: AccountCodeRequest,
        _ request: FlowContext
    ) async throws(FlowError) -> ConditionalWrite {
        guard let id = intent.accountID, let account = try await account(id),
            account.allowsLinkVerification(proven.address.kind)
        else { throw .gone }
        guard let password, !password.isEmpty else { throw .passwordMissing }
        let match: PasswordVerifier.Match
        do {
            match = try await passwordVerifier.verify(
                account,
                password: Password(password),
                client: request.client.id,
                context: request.context
            )
        } catch {
            throw FlowError(error)
        }
        return ConditionalWrite(.account(.requireRevision(id, credentialsRevision: match.account.credentialsRevision)))
    }

    /// Turns a pending address into an identifier, unless another account has it by now.
    private func addVerifiedIdentifier(
        _ proven: CodeChallengeStep.VerifiedAddress,
        by account: Account,
        _ request: FlowContext
    ) async throws(FlowError) -> [Change] {
        guard account.pending(proven.address.kind)?.value == proven.address.value else { throw .gone }
        let owner = try await core.account(proven.address)
        guard owner == nil || owner?.id == account.id else { throw .addressTaken }
        var next = account
        next.setIdentifier(AccountIdentifier(proven))
        next.updatedAt = request.now
        next.revision += 1
        let call = AccountRequest(request)
        return [
            .account(.update(next)),
            audit(.addressVerified, request, account: account.id, detail: proven.address.kind.rawValue),
        ] + (try FlowError.wrapping(try outbox.addressChangeNotification(of: account, becoming: next, call)))
    }

    private func reset(
        _ account: Account,
        by proven: CodeChallengeStep.VerifiedAddress,
        to text: String?,
        _ request: FlowContext
    ) async throws(FlowError) -> [Change] {
        // The address may have moved to another account since the code was sent; a username got no code.
        guard proven.address.kind != .username, account.hasIdentifier(proven.address) else { throw .gone }
        guard let text, !text.isEmpty else { throw .passwordMissing }
        let hash = try await hash(try validatePassword(text, contextWords: Self.contextWords(account, request.client)))
        // Re-reads the account: hashing takes long enough for other properties to change.
        guard var account = try await self.account(account.id), account.hasIdentifier(proven.address) else {
            throw .gone
        }
        guard !account.isDisabled else { throw .accountDisabled }
        return try setPassword(
            hash,
            of: &account,
            AccountRequest(request)
        )
    }
}
