import Foundation
import GatehouseStore
import GatehouseWire

/// Sends and verifies codes by email or SMS.
///
/// A sign-in, sign-up or recovery takes the same steps whether or not the address has an account.
struct CodeFactor: Factor {
    static let name = FactorName(rawValue: "code")
    /// With access to an address, the user can also replace the password: the two are no independent evidence.
    static let kind = FactorKind.knowledge
    static let method = AMR.oneTimeCode

    let core: ServerCore
    let outbox: MessageOutbox
    let attemptLimiter: AttemptLimiter

    /// Sends a code, unless the user has just left the step of one (`abandoned`) that is still valid.
    func sendUnlessPending(
        to email: String,
        for use: CodeChallengeStep.Use,
        abandoned: CodeChallengeStep?,
        _ request: CodeContext
    ) async throws(FlowError) -> SentCode {
        if let abandoned, abandoned.email == email, abandoned.use == use, abandoned.pendingRegistration == nil,
            request.now < abandoned.earliestResend(core.settings.lifetimes)
        {
            return SentCode(step: abandoned)
        }
        return try await send(to: email, for: use, request)
    }

    /// Sends a code.
    ///
    /// Every address gets exactly one email, which only its owner can read; its content depends on whether there is an
    /// account. If the email contains no code, no code is accepted. A number without an account gets no SMS, because
    /// SMS cost money.
    func send(
        to name: String,
        for use: CodeChallengeStep.Use,
        pendingRegistration: PendingRegistration? = nil,
        counted: MailQuotaUse = .nothing,
        isResent: Bool = false,
        _ request: CodeContext
    ) async throws(FlowError) -> SentCode {
        let address = LoginIdentifier(typed: name)
        let account = try await core.account(address)
        let mail = email(for: use, hasAccount: account != nil, isNative: request.isNative)
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
        return SentCode(
            step: step,
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
        _ request: CodeContext
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
    func resend(_ step: CodeChallengeStep, isRetry: Bool, _ request: CodeContext) async throws(FlowError) -> SentCode {
        let ready = step.earliestResend(core.settings.lifetimes)
        let isFirst = !step.isResent && !isRetry
        guard isFirst || request.now >= ready else {
            if request.isNative { return SentCode(step: step) }
            throw .resendTooSoon(seconds: Int(ready.timeIntervalSince(request.now).rounded(.up)))
        }
        return try await send(
            to: step.email,
            for: step.use,
            pendingRegistration: step.pendingRegistration,
            isResent: true,
            request
        )
    }

    /// Verifies a code.
    ///
    /// An incorrect code counts as an attempt when the changes of the result are committed.
    func verify(
        _ code: String,
        _ step: CodeChallengeStep,
        _ request: CodeContext
    ) async throws(FlowError) -> CodeVerification {
        let code = CodeChallengeStep.digits(code)
        guard !code.isEmpty else { throw .codeMissing }
        let subject = subject(of: step, request.claimant)
        try await FlowError.wrapping(
            async: await attemptLimiter.checkCodeAttempts(for: subject, context: request.context)
        )
        switch step.verify(code, key: core.masterKey.derive(.mailCodes), at: request.now) {
        case .expired: throw .codeExpired
        case .wrong(let next): return .wrong(next, changes: changesRecordingWrongCode(for: subject, request))
        case .exhausted: return .exhausted(changes: changesRecordingWrongCode(for: subject, request))
        case .proven(let proven):
            return .verified(proven, changes: changesClearingLimits(for: step, claimant: request.claimant))
        }
    }

    /// Returns whether the text is the code that was sent, expired or not.
    func matches(_ code: String, _ step: CodeChallengeStep) -> Bool {
        step.matches(code, key: core.masterKey.derive(.mailCodes))
    }

    /// Verifies the link that was sent with a code.
    func verifyLink(
        _ link: MessageLink,
        _ step: CodeChallengeStep,
        at now: Date
    ) -> CodeChallengeStep.VerifiedAddress? {
        step.verifyLink(link, key: core.masterKey.derive(.links), at: now)
    }

    private func changesRecordingWrongCode(
        for subject: AttemptLimiter.CodeSubject,
        _ request: CodeContext
    ) -> [ConditionalWrite] {
        let counted = attemptLimiter.changesRecordingWrongCode(for: subject, context: request.context)
        return ([audit(.codeRejected, request)] + counted).map { ConditionalWrite($0) }
    }

    /// Returns the changes that reset the incorrect codes of an address after its verification.
    func changesClearingLimits(for step: CodeChallengeStep, claimant: Account.ID?) -> [ConditionalWrite] {
        attemptLimiter.changeResettingAttempts(for: subject(of: step, claimant)).map { ConditionalWrite($0) }
    }

    private func subject(of step: CodeChallengeStep, _ claimant: Account.ID?) -> AttemptLimiter.CodeSubject {
        claimant.map { .claim(step.email, by: $0) } ?? .address(step.email)
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
        try await FlowError.wrapping(async: await attemptLimiter.checkCodeAttempts(for: .absent(id), context: context))
        let rejected = core.audit(.codeRejected, context, client: client)
        try await core.commit([rejected] + attemptLimiter.changesRecordingWrongCode(for: .absent(id), context: context))
    }

    private func audit(
        _ kind: AuditKind,
        _ request: CodeContext,
        account: Account.ID? = nil,
        detail: String? = nil
    ) -> Change {
        core.audit(kind, request.context, account: account, client: request.client.id, detail: detail)
    }
}

/// The context of a code: the client, the language of the message, the request and the time.
struct CodeContext: Sendable {
    let client: Client
    /// The language of the message.
    let language: Language
    /// Whether a native app requested the code.
    let isNative: Bool
    /// The account that claims the address; `nil` unless the code verifies a pending address.
    let claimant: Account.ID?
    let context: RequestMetadata
    let now: Date
}

/// A code that is sent when its changes are committed.
struct SentCode: Sendable {
    let step: CodeChallengeStep
    /// The changes that count and enqueue the message; empty if the code was sent before.
    var changes: [ConditionalWrite] = []
}

/// The result of verifying a code, with the changes to commit.
enum CodeVerification: Sendable {
    /// The code is correct; the changes reset the incorrect codes of the address.
    case verified(CodeChallengeStep.VerifiedAddress, changes: [ConditionalWrite])
    /// The code is incorrect, which the changes count; the step has one attempt less.
    case wrong(CodeChallengeStep, changes: [ConditionalWrite])
    /// The code is incorrect, which the changes count, and no attempts remain.
    case exhausted(changes: [ConditionalWrite])
}
