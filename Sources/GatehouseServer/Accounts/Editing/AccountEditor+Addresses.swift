package import GatehouseStore

extension AccountEditor {
    /// Gives the account another address, which takes the place of the one it has once it is proven, or at once when it `isVerified`:
    /// when an administrator vouches for it.
    package func setAddress(
        _ kind: AccountIdentifier.Kind,
        _ text: String,
        of account: Account,
        isVerified: Bool = false,
        _ call: AccountCall
    ) async throws(AccountError) -> Account {
        let change = AccountUpdate(
            email: kind == .email ? text : nil,
            phone: kind == .phone ? text : nil,
            isEmailVerified: isVerified,
            isPhoneVerified: isVerified
        )
        return try await update(account, change, call)
    }

    /// Sends the code for an address that is yet to be proven; the same one for as long as it is good.
    ///
    /// - Throws: ``AccountError/nothingPending``, or ``AccountError/noTextMessages``.
    package func requestVerification(
        of kind: AccountIdentifier.Kind,
        _ account: Account,
        _ call: AccountCall
    ) async throws(AccountError) {
        guard let pending = account.pending(kind) else { throw .nothingPending }
        guard kind == .email || core.settings.sendsSMS else { throw .noTextMessages }
        try await retrying { () throws(AccountError) -> Void? in
            let codes = try await codes(for: [pending], of: account, call)
            // It is on its way.
            if codes.allSatisfy(\.wasJustSent) { return () }
            return try await commit([], sending: codes) ? () : nil
        }
    }

    /// Takes a code, and so the address it was sent to for the person's own.
    ///
    /// - Throws: ``AccountError/nothingPending``, ``AccountError/wrongCode``, ``AccountError/codeExpired``, or ``AccountError/taken(_:)``
    ///   when somebody else has proven the address before.
    package func verify(
        _ kind: AccountIdentifier.Kind,
        of account: Account,
        code: String,
        _ call: AccountCall
    ) async throws(AccountError) -> Account {
        guard account.pending(kind) != nil else { throw .nothingPending }
        do throws(TransactionError) {
            try await engine.prove(
                .code(code),
                at: engine.verificationID(account.id, kind),
                password: nil,
                call.language,
                call.context
            )
        } catch {
            switch error {
            case .gone: throw .codeExpired
            case .addressTaken: throw .taken(kind)
            default: throw refusal(error)
            }
        }
        return try await self.account(account.id)
    }

    /// The code that waits to be typed, for an administrator.
    ///
    /// - Throws: ``AccountError/nothingPending``, or ``AccountError/codeExpired`` when none waits any longer.
    package func verificationCode(
        of kind: AccountIdentifier.Kind,
        _ account: Account
    ) async throws(AccountError) -> String {
        guard account.pending(kind) != nil else { throw .nothingPending }
        let id = engine.verificationID(account.id, kind)
        let step = try await mapped { () throws(TransactionError) in try await engine.waiting(at: id).step }
        guard let step, core.now < step.expiresAt else { throw .codeExpired }
        return engine.code(of: step, id)
    }

    /// Puts another code in its place, without sending it.
    package func renewVerificationCode(
        of kind: AccountIdentifier.Kind,
        _ account: Account,
        _ call: AccountCall
    ) async throws(AccountError) -> String {
        guard let pending = account.pending(kind) else { throw .nothingPending }
        return try await retrying { () throws(AccountError) -> String? in
            let code = try await mapped { () throws(TransactionError) in
                try await engine.verification(of: SignInName(pending), by: account, isRenewed: true, call)
            }
            return try await commit([Guarded(code.record)]) ? code.code : nil
        }
    }
}
