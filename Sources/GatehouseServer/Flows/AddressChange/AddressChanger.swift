package import GatehouseStore

/// Changes and verifies addresses of accounts.
package struct AddressChanger: Sendable {
    let updater: AccountUpdater
    let committer: AccountCommitter
    let codes: AccountCodeIssuer
    let proofs: AddressProofs
    let failures: FailureLog
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
