import Foundation
import GatehouseStore
import GatehouseWire

/// Adds, renames and removes the credentials of accounts, on all channels.
///
/// Every change but a new name invalidates the proofs of flows in progress, is recorded, and is reported to the user.
struct CredentialChanger: Sendable {
    let recoveryCodes: RecoveryCodeFactor
    let addressFactors: [any AddressFactor]
    let notifier: any AccountNotifying
    let audit: AuditLog
    let environment: ServerEnvironment

    /// Returns the addition of a credential.
    ///
    /// - Parameters:
    ///   - credential: The credential.
    ///   - holder: The account and its credentials.
    ///   - requiresSecondFactor: Whether sign-ins require a second factor from now on; `false` leaves it as it is.
    ///   - call: The request.
    /// - Returns: The writes, and the first recovery codes of the account.
    /// - Throws: A failure of the service.
    func adding(
        _ credential: Credential,
        to holder: FactorHolder,
        requiresSecondFactor: Bool,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> CredentialAddition {
        var account = changed(holder.account)
        if requiresSecondFactor { account.requiresSecondFactor = true }
        var changes: [Change] = [
            .account(.update(account)), .credential(.insert(credential)),
            event(.factorAdded, call, account: account.id, detail: credential.factor.rawValue),
        ]
        var additions = NoticedAdditions(
            credentials: [credential],
            requiredSecondFactor: holder.account.requiresSecondFactor
        )
        var codes: [Secret]?
        if account.requiresSecondFactor, !holder.hasRecoveryCodes {
            let made = try recoveryCodes.makeCodes(for: account.id)
            additions.credentials.append(made.credential)
            changes += holder.credentials(of: .recoveryCode).map { .credential(.delete($0.id)) }
            changes += [
                .credential(.insert(made.credential)), event(.recoveryCodesCreated, call, account: account.id),
            ]
            codes = made.codes
        }
        let notice = try notifier.notify(
            of: Self.notice(adding: credential),
            account,
            reverting: additions,
            detail: credential.name,
            call
        )
        return CredentialAddition(
            account: account,
            writes: changes.map { ConditionalWrite($0) } + notice,
            recoveryCodes: codes
        )
    }

    /// Returns the writes that remove credentials, and end the trust in browsers, which they may have gained.
    ///
    /// With the last one, the recovery codes are removed as well.
    ///
    /// - Parameters:
    ///   - removed: The credentials; empty if the user's only second factor is an address.
    ///   - holder: The account and its credentials.
    ///   - keepsAddress: Whether sign-ins still require a second factor if it can be an address of the user.
    ///   - call: The request.
    /// - Returns: The writes.
    /// - Throws: A failure of the service.
    func writesRemoving(
        _ removed: [Credential],
        from holder: FactorHolder,
        keepsAddress: Bool,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [ConditionalWrite] {
        let hasAddress = addressFactors.contains { type(of: $0).address(of: holder.account) != nil }
        let (account, changes) = removal(
            of: removed,
            from: holder,
            keepsSecondFactor: keepsAddress && hasAddress,
            call
        )
        guard !removed.isEmpty else {
            let event = event(.secondFactorTurnedOff, call, account: account.id)
            return try changes + [ConditionalWrite(event)] + notifier.notify(of: .secondFactorTurnedOff, account, call)
        }
        var writes = changes
        for credential in removed {
            writes += try notifier.notify(of: .factorRemoved, account, detail: credential.name, call)
        }
        return writes
    }

    /// Returns the writes that remove all credentials and end the reset.
    func writesResetting(
        _ holder: FactorHolder,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [ConditionalWrite] {
        let removed = holder.credentials.filter(\.isIndependent)
        let (account, writes) = removal(of: removed, from: holder, keepsSecondFactor: false, call)
        let event = event(.factorResetDone, call, account: account.id)
        return try writes + [ConditionalWrite(event)] + notifier.notify(of: .factorResetDone, account, call)
    }

    /// Returns the account without credentials, and the writes that remove and record them.
    ///
    /// Without the last one, sign-ins require a second factor only if they did and `keepsSecondFactor`.
    private func removal(
        of removed: [Credential],
        from holder: FactorHolder,
        keepsSecondFactor: Bool,
        _ call: AccountRequest
    ) -> (account: Account, writes: [ConditionalWrite]) {
        var account = changed(holder.account)
        let ids = Set(removed.map(\.id))
        var changes: [Change] = removed.map { .credential(.delete($0.id)) }
        if !holder.credentials.contains(where: { $0.isIndependent && !ids.contains($0.id) }) {
            if !keepsSecondFactor { account.requiresSecondFactor = false }
            if !account.requiresSecondFactor { account.factorReset = nil }
            changes += holder.credentials(of: .recoveryCode).map { .credential(.delete($0.id)) }
        }
        changes += [.account(.update(account)), .account(.distrustBrowsers(account.id))]
        changes += removed.map { event(.factorRemoved, call, account: account.id, detail: $0.factor.rawValue) }
        return (account, changes.map { ConditionalWrite($0) })
    }

    /// Returns the replacement of the recovery codes by new ones.
    func replacingRecoveryCodes(
        of holder: FactorHolder,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> CredentialAddition {
        let account = changed(holder.account)
        let made = try recoveryCodes.makeCodes(for: account.id)
        let changes: [Change] =
            holder.credentials(of: .recoveryCode).map { .credential(.delete($0.id)) }
            + [
                .credential(.insert(made.credential)), .account(.update(account)),
                event(.recoveryCodesCreated, call, account: account.id),
            ]
        let additions = NoticedAdditions(
            credentials: [made.credential],
            requiredSecondFactor: account.requiresSecondFactor
        )
        let notice = try notifier.notify(of: .recoveryCodesCreated, account, reverting: additions, call)
        return CredentialAddition(
            account: account,
            writes: changes.map { ConditionalWrite($0) } + notice,
            recoveryCodes: made.codes
        )
    }

    /// Returns the change that makes sign-ins require a second factor, or not.
    func settingSecondFactor(
        _ isRequired: Bool,
        of holder: FactorHolder,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> CredentialAddition {
        var account = changed(holder.account)
        account.requiresSecondFactor = isRequired
        var changes: [Change] = [
            .account(.update(account)),
            event(isRequired ? .secondFactorTurnedOn : .secondFactorTurnedOff, call, account: account.id),
        ]
        var additions = NoticedAdditions(requiredSecondFactor: holder.account.requiresSecondFactor)
        var codes: [Secret]?
        if isRequired, !holder.hasRecoveryCodes {
            let made = try recoveryCodes.makeCodes(for: account.id)
            additions.credentials.append(made.credential)
            changes.append(.credential(.insert(made.credential)))
            codes = made.codes
        }
        let kind = isRequired ? AccountNotice.secondFactorTurnedOn : .secondFactorTurnedOff
        let notice = try notifier.notify(of: kind, account, reverting: additions, call)
        return CredentialAddition(
            account: account,
            writes: changes.map { ConditionalWrite($0) } + notice,
            recoveryCodes: codes
        )
    }

    /// Returns the account of a change, which invalidates the proofs of flows in progress.
    private func changed(_ account: Account) -> Account {
        var account = account
        account.invalidateProofs()
        account.updatedAt = environment.now
        account.revision += 1
        return account
    }

    private func event(
        _ kind: AuditKind,
        _ call: AccountRequest,
        account: Account.ID,
        detail: String? = nil
    ) -> Change {
        audit.event(kind, call.context, account: account, client: call.client.id, detail: detail)
    }

    private static func notice(adding credential: Credential) -> AccountNotice {
        credential.factor == .passkey ? .passkeyAdded : .authenticatorAppAdded
    }
}

/// The addition of credentials to an account.
struct CredentialAddition: Sendable {
    /// The account after it.
    let account: Account
    let writes: [ConditionalWrite]
    /// The new recovery codes, which the user sees once.
    let recoveryCodes: [Secret]?
}
