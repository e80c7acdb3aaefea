import Foundation
package import GatehouseStore

/// Changes and verifies addresses of accounts.
package struct AddressChanger: Sendable {
    let updater: AccountUpdater
    let committer: AccountCommitter
    let codes: AccountCodeIssuer
    let proofs: AddressProofs
    let factors: FactorRegistry
    let failures: FailureLog
    let notifier: any AccountNotifying
    let environment: ServerEnvironment
    /// The maximum age, in seconds, of a sign-in that may change addresses.
    let freshSignIn: TimeInterval
    /// Whether SMS delivery is configured.
    let sendsSMS: Bool

    /// Sets a new address of the account.
    ///
    /// It replaces the old one when it is verified, or immediately if `isVerified`, when an administrator vouches for
    /// it.
    package func setAddress(
        _ kind: AccountIdentifier.Kind,
        to text: String,
        of account: Account,
        isVerified: Bool = false,
        _ call: AccountRequest
    ) async throws(AccountError) -> Account {
        let change = AccountUpdate(
            email: kind == .email ? text : nil,
            phone: kind == .phone ? text : nil,
            isEmailVerified: isVerified,
            isPhoneVerified: isVerified
        )
        return try await updater.update(account, with: change, call)
    }

    /// The maximum number of addresses of one kind.
    package static let maximumAddresses = 8

    /// Adds an address to the account, which is pending until it is verified, and sends its code.
    ///
    /// - Throws: ``AccountError/signInRequired(within:acr:)``, ``AccountError/invalid(_:)``,
    ///   ``AccountError/tooManyAddresses``, or ``AccountError/noTextMessages``.
    package func add(
        _ text: String,
        as kind: AccountIdentifier.Kind,
        to account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) -> Account {
        guard kind != .username, let address = LoginIdentifier(kind, text) else { throw .invalid(kind) }
        guard kind == .email || sendsSMS else { throw .noTextMessages }
        try call.requireFreshSignIn(to: account, within: freshSignIn, at: environment.now)
        return try await committer.retrying(account) { before throws(AccountError) -> Account? in
            guard !before.hasIdentifier(address) else { return before }
            guard before.identifiers.count(where: { $0.kind == kind }) < Self.maximumAddresses else {
                throw .tooManyAddresses
            }
            var next = before
            if next.pending(kind)?.value != address.value || next.pending(kind)?.isAdditional != true {
                next.setPending(address, isAdditional: true, at: environment.now)
            }
            next.updatedAt = environment.now
            next.revision += 1
            let codes = try await AccountError.wrapping(
                async: await codes.verificationCodes(for: next.pending.filter { $0.kind == kind }, of: next, call)
            )
            let event = committer.auditEvent(.addressAdded, call, account: account.id, detail: kind.rawValue)
            return try await committer.commit([.account(.update(next)), event], sending: codes) ? next : nil
        }
    }

    /// Makes a verified address the primary one of its kind.
    ///
    /// - Throws: ``AccountError/signInRequired(within:acr:)``, ``AccountError/noAddress``, or
    ///   ``AccountError/addressUnverified``.
    package func makePrimary(
        _ address: LoginIdentifier,
        of account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) -> Account {
        try call.requireFreshSignIn(to: account, within: freshSignIn, at: environment.now)
        return try await committer.retrying(account) { before throws(AccountError) -> Account? in
            guard let identifier = before.identifiers.first(where: { LoginIdentifier($0) == address }) else {
                throw .noAddress
            }
            guard identifier.verifiedAt != nil else { throw .addressUnverified }
            guard before.identifier(address.kind) != identifier else { return before }
            var next = before
            next.makePrimary(address)
            return try await commit(.addressMadePrimary, of: address, from: before, to: next, call)
        }
    }

    /// Removes an address of the account, verified or pending.
    ///
    /// If it was the last second factor, sign-ins no longer require one.
    ///
    /// - Throws: ``AccountError/signInRequired(within:acr:)``, ``AccountError/noAddress``,
    ///   ``AccountError/lastSignInMethod``, ``AccountError/lastAddress``, or ``AccountError/addressClaimed``.
    package func remove(
        _ address: LoginIdentifier,
        from account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) -> Account {
        try call.requireFreshSignIn(to: account, within: freshSignIn, at: environment.now)
        return try await committer.retrying(account) { before throws(AccountError) -> Account? in
            var next = before
            if before.pending.contains(where: { LoginIdentifier($0) == address }) {
                next.pending.removeAll { LoginIdentifier($0) == address }
                next.updatedAt = environment.now
                next.revision += 1
                let kind = address.kind.rawValue
                let event = committer.auditEvent(.addressRemoved, call, account: account.id, detail: kind)
                return try await committer.commit([.account(.update(next)), event]) ? next : nil
            }
            guard address.kind != .username, before.hasIdentifier(address) else { throw .noAddress }
            next.identifiers.removeAll { LoginIdentifier($0) == address }
            guard next.identifiers.contains(where: { $0.kind != .username && $0.verifiedAt != nil }) else {
                throw .lastAddress
            }
            guard next.canSignIn(withPassword: true) else { throw .lastSignInMethod }
            guard try await !AccountError.wrapping(async: await codes.isClaimed(address)) else { throw .addressClaimed }
            if try await !keepsSecondFactor(next) { next.requiresSecondFactor = false }
            return try await commit(.addressRemoved, of: address, from: before, to: next, call)
        }
    }

    /// Returns whether sign-ins to an account still require a second factor: the user has one, an address or another.
    ///
    /// If the server accepts no codes, it may do so again, and another address may be the factor.
    private func keepsSecondFactor(_ account: Account) async throws(AccountError) -> Bool {
        guard account.requiresSecondFactor else { return false }
        guard !factors.addressFactors.isEmpty else { return true }
        let none = Authentication([], at: environment.now)
        let holder = try await AccountError.wrapping(async: await factors.holder(account, after: none))
        return !factors.available(to: holder).isEmpty
    }

    /// Commits a change of the addresses with its audit event, and notices to the email addresses before and after it.
    ///
    /// - Returns: `nil` if a concurrent request requires another attempt.
    private func commit(
        _ notice: AccountNotice,
        of address: LoginIdentifier,
        from before: Account,
        to changed: Account,
        _ call: AccountRequest
    ) async throws(AccountError) -> Account? {
        var next = changed
        next.updatedAt = environment.now
        next.revision += 1
        let restorable = before.restorableAddresses(at: environment.now)
        let added = next.noticeEmails.filter { email in !before.noticeEmails.contains { $0.value == email.value } }
        let recipients = (before.noticeEmails + added).map {
            NoticeRecipient($0, restoring: restorable, after: next)
        }
        let writes = try AccountError.wrapping(
            try notifier.notify(of: notice, next, reverting: nil, to: recipients, detail: nil, call)
        )
        let kind = notice == .addressRemoved ? AuditKind.addressRemoved : .addressMadePrimary
        let event = committer.auditEvent(kind, call, account: before.id, detail: address.kind.rawValue)
        let changes = [.account(.update(next)), event] + before.changesEndingTrust(becoming: next)
        return try await committer.commit(changes, notice: writes) ? next : nil
    }

    /// Sends the code for a pending address; the same code while it is valid.
    ///
    /// - Throws: ``AccountError/nothingPending``, or ``AccountError/noTextMessages``.
    package func requestVerification(
        of kind: AccountIdentifier.Kind,
        _ account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) {
        guard let pending = account.pending(kind) else { throw .nothingPending }
        guard kind == .email || sendsSMS else { throw .noTextMessages }
        try await committer.retrying { () throws(AccountError) -> Void? in
            let code = try await AccountError.wrapping(
                async: await codes.verificationCode(for: pending, of: account, call)
            )
            if code.wasSentRecently { return () }
            return try await committer.commit([], sending: [code]) ? () : nil
        }
    }

    /// Returns the state of the code that a pending address waits for; `nil` if none is valid.
    package func pendingCode(
        for address: PendingAddress,
        of account: Account
    ) async throws(AccountError) -> PendingCode? {
        try await AccountError.wrapping(
            async: await codes.pendingCode(for: LoginIdentifier(address), of: account.id)
        )
    }

    /// Verifies a pending address with its code.
    ///
    /// - Throws: ``AccountError/nothingPending``, ``AccountError/wrongCode``, ``AccountError/codeExpired``, or
    ///   ``AccountError/taken(_:)`` if another account has verified the address in the meantime.
    package func verify(
        _ kind: AccountIdentifier.Kind,
        of account: Account,
        code: String,
        _ call: AccountRequest
    ) async throws(AccountError) -> Account {
        guard account.pending(kind) != nil else { throw .nothingPending }
        do throws(FlowError) {
            try await proofs.submit(
                .code(code),
                at: codes.verificationFlowID(account.id, kind),
                password: nil,
                language: call.language,
                context: call.context
            )
        } catch {
            switch error {
            case .gone: throw .codeExpired
            case .addressTaken: throw .taken(kind)
            default: throw failures.accountError(error)
            }
        }
        return try await committer.finder.account(account.id)
    }

    /// Returns the pending code, for an administrator.
    ///
    /// - Throws: ``AccountError/nothingPending``, or ``AccountError/codeExpired`` if there is no valid code.
    package func verificationCode(
        of kind: AccountIdentifier.Kind,
        _ account: Account
    ) async throws(AccountError) -> String {
        guard account.pending(kind) != nil else { throw .nothingPending }
        let code = try await AccountError.wrapping(
            async: await codes.validCode(at: codes.verificationFlowID(account.id, kind))
        )
        guard let code else { throw .codeExpired }
        return code
    }

    /// Replaces the pending code with a new one, without sending it.
    package func renewVerificationCode(
        of kind: AccountIdentifier.Kind,
        _ account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) -> String {
        guard let pending = account.pending(kind) else { throw .nothingPending }
        return try await committer.retrying { () throws(AccountError) -> String? in
            let (code, record) = try await AccountError.wrapping(
                async: await codes.unsentVerificationCode(for: LoginIdentifier(pending), of: account, call)
            )
            return try await committer.commit([record]) ? code : nil
        }
    }
}
