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
        let password = try judge(text, personal: Self.personal(email, request.client))
        try await failures.countMail(to: email, context: request.context)
        let takeBack = failures.takeBackMail(to: email, context: request.context)
        do throws(TransactionError) {
            let hash = try await self.hash(password)
            var move = try await sendCode(
                to: email,
                for: .signUp,
                newcomer: Newcomer(passwordHash: hash, attributes: [:]),
                counted: .all,
                request
            )
            move.takeBack = takeBack
            return move
        } catch {
            try await core.commit(takeBack)
            throw error
        }
    }

    /// Sends a code, unless the one that the person has left a moment ago is still to be typed.
    func askCode(
        _ email: String,
        for use: CodeStep.Use,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        if let left = request.transaction.state.left, left.email == email, left.use == use, left.newcomer == nil,
            request.now < resendTime(of: left)
        {
            return Move(step: .code(left))
        }
        return try await sendCode(to: email, for: use, request)
    }

    /// Sends a code and waits for it.
    ///
    /// Every address gets exactly one mail. What it says depends on whether there is an account, which only its owner can read. Where it
    /// has no code, no code is right. A number without an account gets no SMS, because each costs money.
    func sendCode(
        to name: String,
        for use: CodeStep.Use,
        newcomer: Newcomer? = nil,
        counted: MailCount = .nothing,
        isResent: Bool = false,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        let address = SignInName(typed: name)
        let account = try await core.account(address)
        let mail = mail(for: use, isMember: account != nil, isNative: request.purpose.isNative)
        let expiry = request.now.addingTimeInterval(core.settings.lifetimes.mailCode)
        let message = try message(mail, to: address, account, expiry, request)
        let step = CodeStep(
            address: address,
            use: use,
            newcomer: newcomer,
            code: mail.code ?? OpaqueToken(random: core.environment.random).secret.reveal(),
            salt: core.environment.random.bytes(16),
            key: core.masterKey.derive(.mailCodes),
            sentAt: request.now,
            expiresAt: expiry,
            tries: core.settings.limits.triesPerCode,
            isResent: isResent
        )
        return Move(
            step: .code(step),
            changes: failures.mail(to: address.value, context: request.context, counted: counted)
                + (message.map { [$0, audit(.codeSent, request, account: account?.id, detail: use.rawValue)] } ?? [])
                .map { Guarded($0) }
        )
    }

    private func message(
        _ mail: MailKind,
        to address: SignInName,
        _ account: Account?,
        _ expiry: Date,
        _ request: TransactionRequest
    ) throws(TransactionError) -> Change? {
        let (language, client) = (request.language, request.client)
        guard address.kind == .phone else {
            return try outbox.mail(mail, to: address.value, language: language, client: client, expiresAt: expiry)
        }
        guard account != nil, let code = mail.code else { return nil }
        return try outbox.sms(
            .numberCode(code),
            to: address.value,
            language: language,
            client: client,
            expiresAt: expiry
        )
    }

    /// An app's sign-in never makes an account; and at its sign-up the code of a member tells them that they are one.
    private func mail(for use: CodeStep.Use, isMember: Bool, isNative: Bool) -> MailKind {
        let length = core.settings.codeLength
        let bound = (0..<length).reduce(UInt64(1)) { bound, _ in bound * 10 }
        let number = String(core.environment.random.number(below: bound))
        let code = String(repeating: "0", count: length - number.count) + number
        return switch (use, isMember) {
        case (.signIn, true): .signInCode(code)
        case (.signIn, false) where isNative: .nobodyToSignIn
        case (.signUp, true): isNative ? .accountExists(code) : .alreadyHasAccount(code)
        case (.signIn, false), (.signUp, false), (.verify, _): .signUpCode(code)
        case (.reset, true): .passwordResetCode(code)
        case (.reset, false): .noAccount
        }
    }

    /// Sends another code in the place of the one before, which dies.
    ///
    /// The first may follow at once, because mail gets lost; each further one has to wait for the interval. An earlier
    /// request of an app is answered with the step for the sent code; a browser shows how long to wait.
    func resendCode(_ step: CodeStep, _ request: TransactionRequest) async throws(TransactionError) -> Move {
        let ready = resendTime(of: step)
        let isFirst = !step.isResent && !request.isLate
        guard isFirst || request.now >= ready else {
            if request.purpose.isNative { return Move(step: .code(step)) }
            throw .resendTooSoon(seconds: Int(ready.timeIntervalSince(request.now).rounded(.up)))
        }
        return try await sendCode(
            to: step.email,
            for: step.use,
            newcomer: step.newcomer,
            isResent: true,
            request
        )
    }

    func resendTime(of step: CodeStep) -> Date {
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
        try await checkCode(code, step, request) { proven throws(TransactionError) in
            try await accept(proven, step, request)
        }
    }

    /// The same, with what a right one leads to.
    func checkCode(
        _ code: String,
        _ step: CodeStep,
        _ request: TransactionRequest,
        accept: (CodeStep.ProvenAddress) async throws(TransactionError) -> Move
    ) async throws(TransactionError) -> Move {
        let code = CodeStep.digits(code)
        guard !code.isEmpty else { throw .codeMissing }
        try await failures.admitCode(for: subject(of: step, request.purpose), context: request.context)
        switch step.verify(code, key: core.masterKey.derive(.mailCodes), at: request.now) {
        case .expired: throw .codeExpired
        case .wrong(let next): return wrongCode(step, .code(next), .wrongCode(triesLeft: next.triesLeft), request)
        case .exhausted:
            let restart = IdentifyStep(mode: step.mode, email: step.email)
            let end: TransactionStep =
                if case .address = request.purpose {
                    .code(step.spent())
                } else {
                    request.browser == nil ? .finished : .identify(restart)
                }
            return wrongCode(step, end, .codeExhausted, request)
        case .proven(let proven):
            var move = try await accept(proven)
            move.changes += forget(step, request.purpose)
            return move
        }
    }

    /// Returns the changes that reset the wrong codes of an address after its proof.
    func forget(_ step: CodeStep, _ purpose: TransactionPurpose) -> [Guarded] {
        failures.forgetCodes(for: subject(of: step, purpose)).map { Guarded($0) }
    }

    private func subject(of step: CodeStep, _ purpose: TransactionPurpose) -> FailureCounters.CodeSubject {
        guard case .address(let intent) = purpose, intent.use == .verify, let account = intent.accountID else {
            return .address(step.email)
        }
        return .claim(step.email, by: account)
    }

    /// Refuses a code for which no flow waits, at the cost of a wrong code, so that the time does not differ.
    ///
    /// It is not counted for the address: that would let a caller lock an address without having one mail sent to it.
    func refuseCode(
        at id: TransactionRecord.ID,
        client: Client.ID,
        context: RequestContext
    ) async throws(TransactionError) {
        try await failures.admitCode(for: .absent(id), context: context)
        let rejected = core.audit(.codeRejected, context, client: client)
        try await core.commit([rejected] + failures.wrongCode(for: .absent(id), context: context))
    }

    private func accept(
        _ proven: CodeStep.ProvenAddress,
        _ step: CodeStep,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        let account = try await core.account(proven.address)
        if let account, account.isDisabled { throw .accountDisabled }
        switch (step.use, account) {
        case (.reset, let account?):
            return Move(
                step: .newPassword(
                    NewPasswordStep(
                        proven: proven,
                        accountID: account.id,
                        credentialsRevision: account.credentialsRevision
                    )
                )
            )
        case (.signUp, _?) where request.purpose.isNative: return Move(step: .finished, refusal: .accountExists)
        case (_, let account?):
            return try await signIn(proven, account, keeping: request.browser?.session, request)
        // The account has been deleted since the code was sent.
        case (.reset, nil): throw .gone
        case (.signIn, nil) where request.purpose.isNative: throw .gone
        case (_, nil):
            let newcomer = step.newcomer ?? Newcomer(passwordHash: nil, attributes: [:])
            return try await welcome(proven, newcomer, request)
        }
    }

    private func wrongCode(
        _ step: CodeStep,
        _ next: TransactionStep,
        _ refusal: TransactionError,
        _ request: TransactionRequest
    ) -> Move {
        let counted = failures.wrongCode(for: subject(of: step, request.purpose), context: request.context)
        let changes = [audit(.codeRejected, request)] + counted
        return Move(step: next, changes: changes.map { Guarded($0) }, refusal: refusal)
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
        case .signIn, .verify: .signIn
        case .signUp: .signUp
        case .reset: .reset
        }
    }
}
