import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// Turns a pending address of an account into an identifier, with a code or link.
struct AddressVerificationFlow: Sendable {
    let accounts: FlowAccountLookup
    let passwordVerifier: PasswordVerifier
    let notifier: any AccountNotifying
    let audit: AuditLog

    /// Accepts the proof of a pending address; for a link, also verifies the account's password.
    func accept(
        _ proof: AcceptedAddressProof,
        of intent: AccountCodeRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let conditions = proof.isLink ? [try await verifyAccountPassword(proof, of: intent, in: request)] : []
        var transition = try await addVerifiedIdentifier(proof.address, of: intent, in: request)
        transition.changes = conditions + transition.changes
        return transition
    }

    /// Verifies the password of the account that claims the address, when its link is opened.
    ///
    /// The owner of the mailbox may not know of the account. A code needs no password, because it is entered in the
    /// app.
    ///
    /// - Returns: The condition that the password is still the verified one.
    private func verifyAccountPassword(
        _ proof: AcceptedAddressProof,
        of intent: AccountCodeRequest,
        in request: FlowContext
    ) async throws(FlowError) -> ConditionalWrite {
        guard let id = intent.accountID, let account = try await accounts.account(id),
            account.allowsLinkVerification(proof.address.address.kind)
        else { throw .gone }
        guard let password = proof.password, !password.isEmpty else { throw .passwordMissing }
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
        of intent: AccountCodeRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let account = try await accounts.account(of: intent)
        guard account.pending(proven.address.kind)?.value == proven.address.value else { throw .gone }
        let replacesFirst = account.pending(proven.address.kind)?.isAdditional != true
        let addition = try await adding(proven, to: account, replacesFirst: replacesFirst, in: request)
        return Transition(step: .finished, changes: addition.writes)
    }

    /// Returns the addition of a verified address to the account whose user has proven it.
    ///
    /// - Parameters:
    ///   - proven: The address.
    ///   - account: The account.
    ///   - replacesFirst: Whether the address replaces the first one of its kind.
    ///   - requiresSecondFactor: Whether the user enrols the address as a second factor, which sign-ins require from
    ///     now on.
    ///   - request: The request.
    /// - Returns: The addition.
    /// - Throws: ``FlowError/addressTaken`` if another account has added the address meanwhile.
    func adding(
        _ proven: CodeChallengeStep.VerifiedAddress,
        to account: Account,
        replacesFirst: Bool = false,
        requiresSecondFactor: Bool = false,
        in request: FlowContext
    ) async throws(FlowError) -> AddressAddition {
        let owner = try await accounts.account(proven.address)
        guard owner == nil || owner?.id == account.id else { throw .addressTaken }
        var next = account
        if replacesFirst {
            next.setIdentifier(AccountIdentifier(proven))
        } else {
            next.addIdentifier(AccountIdentifier(proven))
        }
        if requiresSecondFactor { next.requiresSecondFactor = true }
        next.updatedAt = request.now
        next.revision += 1
        let kind = proven.address.kind.rawValue
        let changes: [Change] =
            [.account(.update(next)), audit.event(.addressVerified, request, account: account.id, detail: kind)]
            + account.changesEndingTrust(becoming: next)
        let notice = try FlowError.wrapping(
            replacesFirst
                ? try notifier.notifyOfReplacedAddress(
                    of: account,
                    becoming: next,
                    at: request.now,
                    AccountRequest(request)
                )
                : try notifier.notifyOfAddedAddress(
                    proven.address,
                    to: account,
                    becoming: next,
                    at: request.now,
                    AccountRequest(request)
                )
        )
        return AddressAddition(account: next, writes: changes.map { ConditionalWrite($0) } + notice)
    }
}

/// The addition of a verified address to an account.
struct AddressAddition: Sendable {
    /// The account after it.
    let account: Account
    let writes: [ConditionalWrite]
}
