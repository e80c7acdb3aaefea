import Foundation
import GatehouseStore

/// Acts on the links of notices, for users who did not make the change.
///
/// The links of most notices take the account back from an attacker: they end all sessions, remove the password if
/// the user can sign in without it, remove the credentials that the notice is about and those added since unless
/// the user has proven an older one again, remove the addresses that were added likewise, cancel a requested deletion
/// and a reset of the factors, and void the codes and links that were sent since, except those about credentials that
/// remain. So the earliest notice wins. The link of a notice about a reset of the factors only cancels it.
struct NoticeLinkFlow: Sendable {
    let accounts: FlowAccountLookup
    let factors: FactorRegistry
    let resets: FactorResetChanger
    let codes: AccountCodeIssuer
    let masterKey: MasterKey
    let notifier: any AccountNotifying
    let audit: AuditLog

    /// Takes the account back, and sends the code and link that set a new password.
    ///
    /// Addresses that were added since the notice, or in the change that it is about, remain only if the user could not
    /// sign in without them. The recipient of the notice remains.
    ///
    /// - Throws: ``FlowError/gone`` if the recipient of the notice is no longer an address of the account.
    func secure(
        _ proof: AcceptedAddressProof,
        of intent: AccountCodeRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let account = try await account(of: intent)
        let address = proof.address.address
        guard account.hasIdentifier(address) else { throw .gone }
        let call = AccountRequest(request)
        let credentials = try await newCredentials(of: account, since: intent, in: request)
        let next = takenBack(
            account,
            with: account.identifiers.filter { identifier in
                LoginIdentifier(identifier) == address || isOlder(identifier, than: intent, in: request)
            },
            orElse: account.identifiers,
            without: credentials,
            in: request
        )
        var writes = writes(
            takingBack: account,
            as: next,
            without: credentials,
            recording: .accountSecured,
            in: request
        )
        if account.deletion != nil {
            writes += try FlowError.wrapping(try notifier.notify(of: .accountKept, next, call))
        }
        if next.identifiers != account.identifiers { writes += try notice(of: account, becoming: next, in: request) }
        if account.passwordHash != nil {
            let code = try await FlowError.wrapping(
                async: await codes.recoveryCode(for: next, to: address, by: .email, countsMessage: false, call)
            )
            writes += code.writes
        }
        return Transition(step: .finished, changes: writes)
    }

    /// Takes the account back with the addresses that it had before the change, except those that now belong to
    /// another account.
    ///
    /// Addresses that were added since remain only if the user could not sign in without them.
    func undo(
        _ proof: AcceptedAddressProof,
        of intent: AccountCodeRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let account = try await account(of: intent)
        var restored: [AccountIdentifier] = []
        for identifier in intent.restorable ?? [] {
            let owner = try await accounts.account(LoginIdentifier(identifier))
            if owner == nil || owner?.id == account.id { restored.append(identifier) }
        }
        guard !restored.isEmpty else { throw .gone }
        let values = Set(restored.map(LoginIdentifier.init))
        let others = account.identifiers.filter { !values.contains(LoginIdentifier($0)) }
        let credentials = try await newCredentials(of: account, since: intent, in: request)
        let names = others.filter { $0.kind == .username }
        let next = takenBack(
            account,
            with: restored + names,
            orElse: restored + others,
            without: credentials,
            in: request
        )
        let writes = writes(
            takingBack: account,
            as: next,
            without: credentials,
            recording: .addressChangeUndone,
            in: request
        )
        let notice = try notice(of: account, becoming: next, in: request)
        return Transition(step: .finished, changes: writes + notice)
    }

    /// Returns the notices that the addresses of the account were restored, to those before and after.
    private func notice(
        of account: Account,
        becoming next: Account,
        in request: FlowContext
    ) throws(FlowError) -> [ConditionalWrite] {
        let removed = account.noticeEmails.filter { !next.hasIdentifier(LoginIdentifier($0)) }
        let recipients =
            next.noticeEmails.map { NoticeRecipient(address: $0) }
            + removed.map { NoticeRecipient(address: $0, link: .none) }
        return try FlowError.wrapping(
            try notifier.notify(
                of: .addressChangeUndone,
                next,
                reverting: nil,
                to: recipients,
                detail: nil,
                AccountRequest(request)
            )
        )
    }

    /// Cancels the reset of the factors.
    ///
    /// - Throws: ``FlowError/gone`` if none is pending, or the recipient of the notice is no longer an address of the
    ///   account.
    func keepFactors(
        _ proof: AcceptedAddressProof,
        of intent: AccountCodeRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let account = try await account(of: intent)
        guard account.hasIdentifier(proof.address.address),
            let cancelled = try FlowError.wrapping(try resets.cancelling(account, AccountRequest(request)))
        else { throw .gone }
        return Transition(step: .finished, changes: cancelled.writes)
    }

    /// Returns the account of a notice, even if its deletion is requested: the request may be an attack.
    private func account(of intent: AccountCodeRequest) async throws(FlowError) -> Account {
        guard let id = intent.accountID, let account = try await accounts.account(id) else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        return account
    }

    /// Returns the credentials that an attacker may have added.
    private func newCredentials(
        of account: Account,
        since intent: AccountCodeRequest,
        in request: FlowContext
    ) async throws(FlowError) -> NewCredentials {
        guard case .code(let step) = request.flow.step else { throw .gone }
        let none = Authentication([], at: request.now)
        let holder = try await FlowError.wrapping(async: await factors.holder(account, after: none))
        let kept = holder.credentials.kept(since: step.sentAt, removing: intent.credentials ?? [])
        let leavesCredential = kept.contains(where: \.isIndependent)
        let ids = Set(leavesCredential ? kept.map(\.id) : [])
        return NewCredentials(
            removed: holder.credentials.filter { !ids.contains($0.id) },
            kept: kept.filter { $0.createdAt >= step.sentAt },
            leavesCredential: leavesCredential,
            addressCutoff: intent.requiredSecondFactor == true ? step.sentAt : nil
        )
    }

    /// Returns whether an address is older than a notice, and was not added in the change that the notice is about.
    private func isOlder(
        _ address: AccountIdentifier,
        than intent: AccountCodeRequest,
        in request: FlowContext
    ) -> Bool {
        guard address.kind != .username, case .code(let step) = request.flow.step else { return true }
        guard intent.addresses?.contains(LoginIdentifier(address)) != true else { return false }
        return address.verifiedAt.map { $0 < step.sentAt } ?? true
    }

    /// Returns the account after its user has taken it back.
    ///
    /// The second factor remains on with a passkey or an app. If it was on before the notice, it also remains with an
    /// address that was verified before: the user may have added the others to it.
    private func takenBack(
        _ account: Account,
        with identifiers: [AccountIdentifier],
        orElse all: [AccountIdentifier],
        without credentials: NewCredentials,
        in request: FlowContext
    ) -> Account {
        var next = account.takenBack(with: identifiers, at: request.now)
        if !next.canSignIn(withPassword: true) { next = account.takenBack(with: all, at: request.now) }
        let leavesAddress = factors.addressFactors.contains { factor in
            guard let cutoff = credentials.addressCutoff,
                let verifiedAt = type(of: factor).address(of: next)?.verifiedAt
            else { return false }
            return verifiedAt < cutoff
        }
        if !credentials.leavesCredential, !leavesAddress { next.requiresSecondFactor = false }
        return next
    }

    /// Returns the writes that store the account, end all sessions, and void what was sent since the notice.
    private func writes(
        takingBack account: Account,
        as next: Account,
        without credentials: NewCredentials,
        recording kind: AuditKind,
        in request: FlowContext
    ) -> [ConditionalWrite] {
        // A reset that follows replaces the recovery flow by itself.
        let kept =
            [request.flow.id, codes.recoveryFlowID(account.id, at: request.client.id)]
            + credentials.kept.flatMap { credential in
                next.noticeEmails.map { masterKey.noticeFlowID(of: credential, to: $0) }
            }
        var changes: [Change] = [
            .account(.update(next)), .account(.forgetBrowsers(account.id)),
            .session(.endAll(account: account.id, reason: .endedByUser, at: request.now)),
            .browserSession(.endAll(account: account.id, at: request.now)),
            audit.event(kind, request, account: account.id),
        ]
        changes += credentials.removed.map { .credential(.delete($0.id)) }
        if case .code(let step) = request.flow.step {
            changes.append(.flow(.deleteAll(account: account.id, createdSince: step.sentAt, except: kept)))
        }
        if account.deletion != nil { changes.append(audit.event(.accountKept, request, account: account.id)) }
        if account.factorReset != nil {
            changes.append(audit.event(.factorResetCancelled, request, account: account.id))
        }
        return changes.map { ConditionalWrite($0) }
    }
}

/// The credentials that an account loses, and keeps, when its user takes it back.
private struct NewCredentials {
    /// Those that may be an attacker's; all of them, if no passkey or app remains.
    let removed: [Credential]
    /// Those that were added since the notice, but remain.
    let kept: [Credential]
    /// Whether a passkey or an app remains.
    let leavesCredential: Bool
    /// The time before which an address must have been verified to remain the second factor; `nil` if sign-ins required
    /// none before the notice.
    let addressCutoff: Date?
}

extension Account {
    /// Returns the account after its user has taken it back from an attacker, who may know the password and may have
    /// begun further changes.
    fileprivate func takenBack(with identifiers: [AccountIdentifier], at now: Date) -> Account {
        var next = self
        next.identifiers = identifiers
        next.pending = []
        next.deletion = nil
        next.factorReset = nil
        if next.canSignIn(withPassword: false) { next.passwordHash = nil }
        next.invalidateProofs()
        next.updatedAt = now
        next.revision += 1
        return next
    }
}
