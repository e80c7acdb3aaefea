import GatehouseStore

/// Acts on the links of notices, for users who did not make the change.
///
/// Both kinds of links end all sessions; a password that an attacker may know is replaced by a reset.
struct NoticeLinkFlow: Sendable {
    let accounts: FlowAccountLookup
    let codes: AccountCodeIssuer
    let notifier: any AccountNotifying
    let audit: AuditLog

    /// Ends all sessions, cancels a requested deletion, and sends the code and link that reset the password.
    func secure(
        _ proof: AcceptedAddressProof,
        of intent: AccountCodeRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        var account = try await account(of: intent)
        let call = AccountRequest(request)
        let address = proof.address.address
        var writes = end(account, recording: .accountSecured, in: request)
        if account.deletion != nil {
            account.deletion = nil
            account.updatedAt = request.now
            account.revision += 1
            writes.insert(ConditionalWrite(.account(.update(account))), at: 0)
            writes.append(ConditionalWrite(audit.event(.accountKept, request, account: account.id)))
        }
        if account.passwordHash != nil, account.hasIdentifier(address) {
            let code = try await FlowError.wrapping(
                async: await codes.recoveryCode(for: account, to: address, by: .email, call)
            )
            writes += code.writes
        }
        return Transition(step: .finished, changes: writes)
    }

    /// Restores the addresses that the account had before the change, except those that now belong to another account,
    /// and ends all sessions.
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
        var next = account
        next.identifiers = restored + account.identifiers.filter { $0.kind == .username }
        next.pending = []
        next.deletion = nil
        next.updatedAt = request.now
        next.revision += 1
        let notice = try FlowError.wrapping(
            try notifier.notify(of: .addressChangeUndone, next, AccountRequest(request))
        )
        var writes = [ConditionalWrite(.account(.update(next)))]
        writes += end(account, recording: .addressChangeUndone, in: request) + notice
        if account.deletion != nil {
            writes.append(ConditionalWrite(audit.event(.accountKept, request, account: account.id)))
        }
        return Transition(step: .finished, changes: writes)
    }

    /// Returns the account of a notice, even if its deletion is requested: the request may be an attack.
    private func account(of intent: AccountCodeRequest) async throws(FlowError) -> Account {
        guard let id = intent.accountID, let account = try await accounts.account(id) else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        return account
    }

    /// Returns the writes that end all sessions of the account.
    private func end(_ account: Account, recording kind: AuditKind, in request: FlowContext) -> [ConditionalWrite] {
        [
            ConditionalWrite(.session(.endAll(account: account.id, reason: .endedByUser, at: request.now))),
            ConditionalWrite(.browserSession(.endAll(account: account.id, at: request.now))),
            ConditionalWrite(audit.event(kind, request, account: account.id)),
        ]
    }
}
