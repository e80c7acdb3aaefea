import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// Codes by email or SMS. A sign-in, sign-up or recovery takes the same steps whether or not the address has an
/// account.
extension FlowEngine {
    /// Starts a sign-up.
    ///
    /// A password is validated and hashed now, and stored until the address is verified.
    ///
    /// Checks the mail quota first: hashing is expensive and the caller anonymous.
    func signUp(email: String, password: String?, _ request: FlowContext) async throws(FlowError) -> Transition {
        guard let text = password, !text.isEmpty else {
            return try await sendCodeUnlessPending(email, for: .signUp, request)
        }
        let password = try validatePassword(text, contextWords: Self.contextWords(email, request.client))
        try await FlowError.wrapping(awaiting: await attemptLimiter.reserveMail(to: email, context: request.context))
        let compensation = attemptLimiter.changesReleasingMail(to: email, context: request.context)
        do throws(FlowError) {
            let hash = try await self.hash(password)
            var transition = try await sendCode(
                to: email,
                for: .signUp,
                pendingRegistration: PendingRegistration(passwordHash: hash, attributes: [:]),
                counted: .all,
                request
            )
            transition.compensation = compensation
            return transition
        } catch {
            try await core.commit(compensation)
            throw error
        }
    }

    /// Sends a code, unless the user has just left the step of a code that is still valid.
    func sendCodeUnlessPending(
        _ email: String,
        for use: CodeChallengeStep.Use,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        if let left = request.flow.state.left, left.email == email, left.use == use, left.pendingRegistration == nil,
            request.now < earliestResend(of: left)
        {
            return Transition(step: .code(left))
        }
        return try await sendCode(to: email, for: use, request)
    }

    /// Sends a code and returns the step that waits for it.
    ///
    /// Every address gets exactly one email, which only its owner can read; its content depends on whether there is an
    /// account. If the email contains no code, no code is accepted. A number without an account gets no SMS, because
    /// SMS cost money.
    func sendCode(
        to name: String,
        for use: CodeChallengeStep.Use,
        pendingRegistration: PendingRegistration? = nil,
        counted: MailQuotaUse = .nothing,
        isResent: Bool = false,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        let address = LoginIdentifier(typed: name)
        let account = try await core.account(address)
        let mail = email(for: use, hasAccount: account != nil, isNative: request.purpose.isNative)
        let expiry = request.now.addingTimeInterval(core.settings.lifetimes.mailCode)
        let message = try message(mail, to: address, account, expiry, request)
        let step = CodeChallengeStep(
            address: address,
            use: use,
            pendingRegistration: pendingRegistration,
            code: mail.code ?? OpaqueToken(random: core.environment.random).secret.reveal(),
            salt: core.environment.random.bytes(16),
            key: core.masterKey.derive(.mailCodes),
            sentAt: request.now,
            expiresAt: expiry,
            attempts: core.settings.limits.attemptsPerCode,
            isResent: isResent
        )
        return Transition(
            step: .code(step),
            changes: attemptLimiter.changesReservingMail(to: address.value, context: request.context, counted: counted)
                + (message.map { [$0, audit(.codeSent, request, account: account?.id, detail: use.rawValue)] } ?? [])
                .map { ConditionalWrite($0) }
        )
    }

    private func message(
        _ mail: EmailKind,
        to address: LoginIdentifier,
        _ account: Account?,
        _ expiry: Date,
        _ request: FlowContext
    ) throws(FlowError) -> Change? {
        let (language, client) = (request.language, request.client)
        guard address.kind == .phone else {
            return try FlowError.wrapping(
                try outbox.mail(mail, to: address.value, language: language, client: client, expiresAt: expiry)
            )
        }
        guard account != nil, let code = mail.code else { return nil }
        return try FlowError.wrapping(
            try outbox.sms(
                .numberCode(code),
                to: address.value,
                language: language,
                client: client,
                expiresAt: expiry
            )
        )
    }

    /// Returns the email of a code.
    ///
    /// Native sign-in never registers users, and native sign-up discloses an existing account after the code.
    private func email(for use: CodeChallengeStep.Use, hasAccount: Bool, isNative: Bool) -> EmailKind {
        let length = core.settings.codeLength
        let bound = (0..<length).reduce(UInt64(1)) { bound, _ in bound * 10 }
        let number = String(core.environment.random.number(below: bound))
        let code = String(repeating: "0", count: length - number.count) + number
        return switch (use, hasAccount) {
        case (.signIn, true): .signInCode(code)
        case (.signIn, false) where isNative: .noAccountForSignIn
        case (.signUp, true): isNative ? .accountExists(code) : .alreadyHasAccount(code)
        case (.signIn, false), (.signUp, false), (.verify, _): .signUpCode(code)
        case (.reset, true): .passwordResetCode(code)
        case (.reset, false): .noAccount
        }
    }

    /// Sends another code, which replaces the previous one.
    ///
    /// The first resend is allowed immediately, because messages get lost; further ones require the interval. A
    /// repeated native request gets the step of the sent code; a browser is told how long to wait.
    func resendCode(_ step: CodeChallengeStep, _ request: FlowContext) async throws(FlowError) -> Transition {
        let ready = earliestResend(of: step)
        let isFirst = !step.isResent && !request.isRetry
        guard isFirst || request.now >= ready else {
            if request.purpose.isNative { return Transition(step: .code(step)) }
            throw .resendTooSoon(seconds: Int(ready.timeIntervalSince(request.now).rounded(.up)))
        }
        return try await sendCode(
            to: step.email,
            for: step.use,
            pendingRegistration: step.pendingRegistration,
            isResent: true,
            request
        )
    }

    func earliestResend(of step: CodeChallengeStep) -> Date {
        step.sentAt.addingTimeInterval(core.settings.lifetimes.mailCodeResend)
    }

    /// Verifies a code.
    ///
    /// An incorrect code counts as an attempt even if the request fails.
    func verifyCode(
        _ code: String,
        _ step: CodeChallengeStep,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        try await verifyCode(code, step, request) { proven throws(FlowError) in
            try await accept(proven, step, request)
        }
    }

    /// Verifies a code, with a custom transition for a correct one.
    func verifyCode(
        _ code: String,
        _ step: CodeChallengeStep,
        _ request: FlowContext,
        accept: (CodeChallengeStep.VerifiedAddress) async throws(FlowError) -> Transition
    ) async throws(FlowError) -> Transition {
        let code = CodeChallengeStep.digits(code)
        guard !code.isEmpty else { throw .codeMissing }
        let subject = subject(of: step, request.purpose)
        try await FlowError.wrapping(awaiting: await attemptLimiter.checkCodeAttempts(for: subject, context: request.context))
        switch step.verify(code, key: core.masterKey.derive(.mailCodes), at: request.now) {
        case .expired: throw .codeExpired
        case .wrong(let next):
            return wrongCode(step, .code(next), .wrongCode(attemptsRemaining: next.attemptsRemaining), request)
        case .exhausted:
            let restart = IdentifyStep(mode: step.mode, email: step.email)
            let end: FlowStep =
                if case .address = request.purpose {
                    .code(step.exhausted())
                } else {
                    request.browser == nil ? .finished : .identify(restart)
                }
            return wrongCode(step, end, .codeExhausted, request)
        case .proven(let proven):
            var transition = try await accept(proven)
            transition.changes += changesClearingLimits(for: step, request.purpose)
            return transition
        }
    }

    /// Returns the changes that reset the incorrect codes of an address after its verification.
    func changesClearingLimits(for step: CodeChallengeStep, _ purpose: FlowPurpose) -> [ConditionalWrite] {
        attemptLimiter.changeResettingAttempts(for: subject(of: step, purpose)).map { ConditionalWrite($0) }
    }

    private func subject(of step: CodeChallengeStep, _ purpose: FlowPurpose) -> AttemptLimiter.CodeSubject {
        guard case .address(let intent) = purpose, intent.use == .verify, let account = intent.accountID else {
            return .address(step.email)
        }
        return .claim(step.email, by: account)
    }

    /// Rejects a code that no flow is waiting for, with the cost of an incorrect code, so that the response time does
    /// not differ.
    ///
    /// Does not count for the address: otherwise a caller could block an address without sending an email to it.
    func rejectCode(
        at id: FlowRecord.ID,
        client: Client.ID,
        context: RequestMetadata
    ) async throws(FlowError) {
        try await FlowError.wrapping(awaiting: await attemptLimiter.checkCodeAttempts(for: .absent(id), context: context))
        let rejected = core.audit(.codeRejected, context, client: client)
        try await core.commit([rejected] + attemptLimiter.changesRecordingWrongCode(for: .absent(id), context: context))
    }

    private func accept(
        _ proven: CodeChallengeStep.VerifiedAddress,
        _ step: CodeChallengeStep,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        let account = try await core.account(proven.address)
        if let account, account.isDisabled { throw .accountDisabled }
        switch (step.use, account) {
        case (.reset, let account?):
            return Transition(
                step: .newPassword(
                    NewPasswordStep(
                        proven: proven,
                        accountID: account.id,
                        credentialsRevision: account.credentialsRevision
                    )
                )
            )
        case (.signUp, _?) where request.purpose.isNative: return Transition(step: .finished, error: .accountExists)
        case (_, let account?):
            return try await signIn(proven, account, keeping: request.browser?.session, request)
        // The account was deleted after the code was sent.
        case (.reset, nil): throw .gone
        case (.signIn, nil) where request.purpose.isNative: throw .gone
        case (_, nil):
            let pendingRegistration =
                step.pendingRegistration ?? PendingRegistration(passwordHash: nil, attributes: [:])
            return try await continueSignUp(proven, pendingRegistration, request)
        }
    }

    private func wrongCode(
        _ step: CodeChallengeStep,
        _ next: FlowStep,
        _ error: FlowError,
        _ request: FlowContext
    ) -> Transition {
        let counted = attemptLimiter.changesRecordingWrongCode(
            for: subject(of: step, request.purpose),
            context: request.context
        )
        let changes = [audit(.codeRejected, request)] + counted
        return Transition(step: next, changes: changes.map { ConditionalWrite($0) }, error: error)
    }

    func audit(
        _ kind: AuditKind,
        _ request: FlowContext,
        account: Account.ID? = nil,
        detail: String? = nil
    ) -> Change {
        core.audit(kind, request.context, account: account, client: request.client.id, detail: detail)
    }
}

extension CodeChallengeStep {
    /// The form that leads to this code.
    package var mode: IdentifyStep.Mode {
        switch use {
        case .signIn, .verify: .signIn
        case .signUp: .signUp
        case .reset: .reset
        }
    }
}
