import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// Codes sent by mail: a sign-in, a sign-up and a reset take the same steps whether or not the address has an account.
extension TransactionEngine {
    /// Sign-up: with a password it is judged and hashed now, and kept until the address is proven.
    ///
    /// The mail is counted before the password is hashed, or a stranger could have any number of passwords hashed.
    func signUp(email: String, password: String?, _ request: TransactionRequest) async throws(TransactionError) -> Move
    {
        guard let text = password, !text.isEmpty else { return try await askCode(email, for: .signUp, request) }
        let password = try judge(text, personal: [email, request.client.name])
        try await failures.countMail(to: email, context: request.context)
        let takeBack = failures.takeBackMail(to: email, context: request.context)
        do throws(TransactionError) {
            let hash = try await self.hash(password)
            var move = try await sendCode(to: email, for: .signUp, passwordHash: hash, isCounted: true, request)
            move.takeBack = takeBack
            return move
        } catch {
            try await core.commit(takeBack)
            throw error
        }
    }

    /// Judges a new password.
    func judge(_ text: String, personal: [String]) throws(TransactionError) -> Password {
        let password = Password(text)
        let verdict = PasswordPolicy().evaluate(password, personal: personal)
        guard verdict == .acceptable else { throw .passwordRefused(verdict) }
        return password
    }

    func hash(_ password: Password) async throws(TransactionError) -> String {
        do throws(PasswordHashError) { return try await core.hasher.hash(password) } catch {
            throw core.failed(error)
        }
    }

    /// Sends a code, unless the one that the person has left a moment ago is still to be typed.
    func askCode(
        _ email: String,
        for use: CodeStep.Use,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        if let left = request.transaction.state.left, left.email == email, left.use == use, left.passwordHash == nil,
            request.now < resendTime(of: left)
        {
            return Move(step: .code(left))
        }
        return try await sendCode(to: email, for: use, request)
    }

    /// Sends a code and waits for it.
    ///
    /// Every address gets exactly one mail. What it says depends on whether there is an account, which only its owner can read.
    func sendCode(
        to email: String,
        for use: CodeStep.Use,
        passwordHash: String? = nil,
        isCounted: Bool = false,
        isResent: Bool = false,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        let account = try await core.account(email: email)
        let number = String(core.environment.random.number(below: 100_000_000))
        let code = String(repeating: "0", count: 8 - number.count) + number
        let kind: MailKind =
            switch (use, account != nil) {
            case (.signIn, true): .signInCode(code)
            case (.signUp, true): .alreadyHasAccount(code)
            case (.signIn, false), (.signUp, false): .signUpCode(code)
            case (.reset, true): .passwordResetCode(code)
            case (.reset, false): .noAccount
            }
        let expiry = request.now.addingTimeInterval(core.settings.lifetimes.mailCode)
        let mail = try outbox.mail(
            kind,
            to: email,
            language: request.language,
            client: request.client,
            expiresAt: expiry
        )
        let step = CodeStep(
            email: email,
            use: use,
            passwordHash: passwordHash,
            code: code,
            salt: core.environment.random.bytes(16),
            key: core.masterKey.derive(.mailCodes),
            sentAt: request.now,
            expiresAt: expiry,
            tries: core.settings.limits.triesPerCode,
            isResent: isResent
        )
        return Move(
            step: .code(step),
            changes: (isCounted ? [] : failures.mail(to: email, context: request.context)) + [
                Guarded(mail),
                Guarded(audit(.codeSent, request, account: account?.id, detail: use.rawValue)),
            ]
        )
    }

    /// Sends another code in the place of the one before, which dies.
    func resendCode(_ step: CodeStep, _ request: TransactionRequest) async throws(TransactionError) -> Move {
        let ready = resendTime(of: step)
        guard request.now >= ready else {
            throw .resendTooSoon(seconds: Int(ready.timeIntervalSince(request.now).rounded(.up)))
        }
        return try await sendCode(
            to: step.email,
            for: step.use,
            passwordHash: step.passwordHash,
            isResent: true,
            request
        )
    }

    private func resendTime(of step: CodeStep) -> Date {
        step.sentAt.addingTimeInterval(core.settings.lifetimes.mailCodeResend)
    }

    /// Tries a code.
    ///
    /// A wrong one costs a try, whatever happens to the request.
    func checkCode(
        _ code: String,
        _ step: CodeStep,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        let code = CodeStep.digits(code)
        guard !code.isEmpty else { throw .codeMissing }
        try await failures.admit(request.context)
        switch step.verify(code, key: core.masterKey.derive(.mailCodes), at: request.now) {
        case .expired: throw .codeExpired
        case .wrong(let next): return wrongCode(.code(next), .wrongCode(triesLeft: next.triesLeft), request)
        case .exhausted:
            let restart = IdentifyStep(mode: step.mode, email: step.email)
            return wrongCode(.identify(restart), .codeExhausted, request)
        case .proven(let proven):
            var move = try await accept(proven, step, request)
            move.changes.append(Guarded(failures.endPause(of: proven.email)))
            return move
        }
    }

    private func accept(
        _ proven: CodeStep.ProvenEmail,
        _ step: CodeStep,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        let account = try await core.account(email: proven.email)
        if let account, account.isDisabled { throw .accountDisabled }
        switch (step.use, account) {
        case (.reset, let account?):
            return Move(
                step: .newPassword(NewPasswordStep(proven: proven, accountID: account.id, revision: account.revision))
            )
        case (_, let account?):
            return try await signIn(proven, account, keeping: request.browser.session, request)
        // Nobody was mailed this code: an address without an account cannot be reset.
        case (.reset, nil): throw .wrongCode(triesLeft: step.triesLeft)
        case (_, nil): return try await welcome(proven, passwordHash: step.passwordHash, request)
        }
    }

    private func wrongCode(_ step: TransactionStep, _ refusal: TransactionError, _ request: TransactionRequest) -> Move
    {
        var changes = [Guarded(audit(.codeRejected, request))]
        if let counted = failures.wrongCode(context: request.context) { changes.append(Guarded(counted)) }
        return Move(step: step, changes: changes, refusal: refusal)
    }

    func audit(
        _ kind: AuditKind,
        _ request: TransactionRequest,
        account: Account.ID? = nil,
        detail: String? = nil
    ) -> Change {
        core.audit(kind, request.context, account: account, client: request.client.id, detail: detail)
    }
}

extension CodeStep {
    /// The form that leads to this code.
    package var mode: IdentifyStep.Mode {
        switch use {
        case .signIn: .signIn
        case .signUp: .signUp
        case .reset: .reset
        }
    }
}
