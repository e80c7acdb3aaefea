package import GatehouseStore

/// Resets forgotten passwords with a code or link.
package struct PasswordRecovery: Sendable {
    let committer: AccountCommitter
    let codes: AccountCodeIssuer
    let proofs: AddressProofs
    let codeFactor: CodeFactor
    let failures: FailureLog
    /// Whether SMS delivery is configured.
    let sendsSMS: Bool

    /// Sends the message of a password recovery.
    ///
    /// For an address without an account everything works as with one, and the email says so; only apps to which
    /// accounts are disclosed get an error. For the username of an account without an address, the attempt is counted
    /// like a message, without disclosing that none was sent.
    ///
    /// - Throws: ``AccountError/noTextMessages`` if SMS delivery is not configured; ``AccountError/notFound``,
    ///   ``AccountError/disabled``, ``AccountError/noPassword`` and ``AccountError/noAddress`` if that may be
    ///   disclosed.
    package func request(
        of subject: RecoverySubject,
        by channel: RecoveryChannel,
        _ call: AccountRequest
    ) async throws(AccountError) {
        let kind: AccountIdentifier.Kind = channel == .email ? .email : .phone
        guard kind == .email || sendsSMS else { throw .noTextMessages }
        let disclosesAccounts = call.disclosesAccounts
        // Sends only to the given address: another one would disclose whether it has an account.
        if !disclosesAccounts, case .name(let name) = subject, name.kind != .username, name.kind != kind {
            throw .noAddress
        }
        let account = try await account(of: subject)
        if disclosesAccounts, let account {
            guard !account.isDisabled else { throw .disabled }
            guard account.passwordHash != nil else { throw .noPassword }
        }
        let isSecret = subject.isAddress && !disclosesAccounts
        let address: LoginIdentifier
        switch (subject, account) {
        case (.name(let name), _) where name.kind == kind && (account != nil || isSecret): address = name
        case (_, let account?):
            let username = disclosesAccounts ? nil : account.identifier(.username)
            guard let target = account.identifier(kind) ?? username else { throw .noAddress }
            address = LoginIdentifier(target)
        case (_, nil): throw .notFound
        }
        try await committer.retrying { () throws(AccountError) -> Void? in
            let code = try await AccountError.wrapping(
                async: await codes.recoveryCode(for: account, to: address, by: channel, call)
            )
            // A repeated request sends no second message; the first code remains valid.
            if code.wasSentRecently { return () }
            return try await committer.commit([], sending: [code]) ? () : nil
        }
    }

    /// Sets a new password with the code.
    ///
    /// A code without a pending recovery costs as much time as an incorrect one, so that the response time does not
    /// reveal whether one is pending.
    ///
    /// - Throws: ``AccountError/wrongCode`` also if no recovery is pending, ``AccountError/codeExpired`` for the right
    ///   code only, ``AccountError/passwordRejected(_:)``, after which the code remains valid.
    package func complete(
        of subject: RecoverySubject,
        code: String,
        newPassword: String,
        _ call: AccountRequest
    ) async throws(AccountError) {
        guard !newPassword.isEmpty else { throw .passwordMissing }
        guard !CodeChallengeStep.digits(code).isEmpty else { throw .wrongCode }
        let account = try await account(of: subject)
        let id =
            switch (subject, account) {
            case (_, let account?): codes.recoveryFlowID(account.id, at: call.client.id)
            case (.name(let name), nil): codes.recoveryFlowID(name, at: call.client.id)
            case (.account(let id), nil): codes.recoveryFlowID(id, at: call.client.id)
            }
        do throws(FlowError) {
            try await proofs.submit(
                .code(code),
                at: id,
                password: newPassword,
                language: call.language,
                context: call.context
            )
        } catch {
            guard error == .gone else { throw failures.accountError(error) }
            try await AccountError.wrapping(
                async: await codeFactor.rejectCode(at: id, client: call.client.id, context: call.context)
            )
            throw .wrongCode
        }
    }

    /// Returns the account, unless it does not exist or is being deleted.
    private func account(of subject: RecoverySubject) async throws(AccountError) -> Account? {
        let found =
            switch subject {
            case .name(let name): try await AccountError.wrapping(async: await committer.finder.account(named: name))
            case .account(let id): try await AccountError.wrapping(async: await committer.finder.account(withID: id))
            }
        return found?.deletion == nil ? found : nil
    }
}

extension RecoverySubject {
    /// Whether the subject is an address, which must not be disclosed.
    fileprivate var isAddress: Bool {
        if case .name(let name) = self { name.kind != .username } else { false }
    }
}

/// The account whose password is reset, as identified by the app.
package enum RecoverySubject: Sendable, Hashable {
    case name(LoginIdentifier)
    case account(Account.ID)
}
