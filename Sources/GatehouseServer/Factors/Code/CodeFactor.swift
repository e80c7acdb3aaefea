import Foundation
import GatehouseStore
import GatehouseWire

/// Sends and verifies codes by email or SMS.
///
/// A sign-in, sign-up or recovery takes the same steps whether or not the address has an account.
final class CodeFactor: Factor {
    static let name = FactorName(rawValue: "code")
    /// With access to an address, the user can also replace the password: the two are not independent evidence.
    static let kind = FactorKind.knowledge
    static let method = AMR.oneTimeCode

    private let settings: CodeSettings
    private let accounts: AccountFinder
    private let store: any ChangeCommitter
    private let environment: ServerEnvironment
    private let masterKey: MasterKey
    private let outbox: MessageOutbox
    private let attemptLimiter: AttemptLimiter
    private let audit: AuditLog
    private let failures: FailureLog

    init(
        settings: CodeSettings,
        accounts: AccountFinder,
        store: any ChangeCommitter,
        environment: ServerEnvironment,
        masterKey: MasterKey,
        outbox: MessageOutbox,
        attemptLimiter: AttemptLimiter,
        audit: AuditLog,
        failures: FailureLog
    ) {
        self.settings = settings
        self.accounts = accounts
        self.store = store
        self.environment = environment
        self.masterKey = masterKey
        self.outbox = outbox
        self.attemptLimiter = attemptLimiter
        self.audit = audit
        self.failures = failures
    }

    /// Sends a code, unless the user has just left the step of one (`abandoned`) that is still valid.
    func sendUnlessPending(
        to email: String,
        for use: CodeChallengeStep.Use,
        abandoned: CodeChallengeStep?,
        in request: CodeContext
    ) async throws(ServiceFailure) -> SentCode {
        if let abandoned, abandoned.email == email, abandoned.use == use, abandoned.pendingRegistration == nil,
            request.now < abandoned.earliestResend(settings.lifetimes)
        {
            return SentCode(step: abandoned)
        }
        return try await send(to: email, for: use, in: request)
    }

    /// Sends a code as the second factor of an account.
    ///
    /// It counts against a quota of the account, not against that of its recipient, which strangers can exhaust.
    func send(
        to address: LoginIdentifier,
        asSecondFactorOf account: Account,
        isResent: Bool,
        in request: CodeContext
    ) async throws(ServiceFailure) -> SentCode {
        let sent = try await send(to: address.value, for: .signIn, counted: .all, isResent: isResent, in: request)
        let quota = attemptLimiter.changesReservingMail(forSecondFactorOf: account, context: request.context)
        return SentCode(step: sent.step, changes: quota + sent.changes)
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
        in request: CodeContext
    ) async throws(ServiceFailure) -> SentCode {
        let address = LoginIdentifier(typed: name)
        let account = try await accounts.account(named: address)
        let mail = email(for: use, hasAccount: account != nil, isNative: request.isNative)
        let expiry = request.now.addingTimeInterval(settings.lifetimes.mailCode)
        let message = try message(mail, to: address, for: account, expiresAt: expiry, in: request)
        let step = CodeChallengeStep(
            address: address,
            use: use,
            pendingRegistration: pendingRegistration,
            code: mail.code ?? OpaqueToken(random: environment.random).secret.reveal(),
            salt: environment.random.bytes(16),
            key: masterKey.derive(.mailCodes),
            sentAt: request.now,
            expiresAt: expiry,
            attempts: settings.attempts,
            isResent: isResent
        )
        return SentCode(
            step: step,
            changes: attemptLimiter.changesReservingMail(to: address.value, context: request.context, counted: counted)
                + (message.map { [$0, event(.codeSent, request, account: account?.id, detail: use.rawValue)] } ?? [])
                .map { ConditionalWrite($0) }
        )
    }

    private func message(
        _ mail: EmailKind,
        to address: LoginIdentifier,
        for account: Account?,
        expiresAt expiry: Date,
        in request: CodeContext
    ) throws(ServiceFailure) -> Change? {
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

    /// Returns the email of a code.
    ///
    /// Native sign-in never registers users, and native sign-up discloses an existing account after the code.
    private func email(for use: CodeChallengeStep.Use, hasAccount: Bool, isNative: Bool) -> EmailKind {
        let code = newCode()
        return switch (use, hasAccount) {
        case (.signIn, true): .signInCode(code)
        case (.signIn, false) where isNative: .noAccountForSignIn
        case (.signUp, true): isNative ? .accountExists(code) : .alreadyHasAccount(code)
        case (.signIn, false), (.signUp, false), (.verify, _), (.secure, _), (.undo, _),
            (.keepFactors, _):
            .signUpCode(code)
        case (.reset, true): .passwordResetCode(code)
        case (.reset, false): .noAccount
        }
    }

    private func newCode() -> String {
        let length = settings.length
        let bound = (0..<length).reduce(UInt64(1)) { bound, _ in bound * 10 }
        let number = String(environment.random.number(below: bound))
        return String(repeating: "0", count: length - number.count) + number
    }

    /// Sends a code to an address that a user adds to their account.
    ///
    /// If the address belongs to another account, the message informs its owner, and no code is accepted. The message
    /// counts for the requesting account and for the recipient.
    func send(
        to address: LoginIdentifier,
        addingTo account: Account,
        isResent: Bool = false,
        in request: CodeContext
    ) async throws(ServiceFailure) -> SentCode {
        let owner = try await accounts.account(named: address)
        let isTaken = owner != nil && owner?.id != account.id
        let code = newCode()
        let expiry = request.now.addingTimeInterval(settings.lifetimes.mailCode)
        let message =
            switch address.kind {
            case .phone:
                try outbox.sms(
                    isTaken ? .numberTaken : .numberCode(code),
                    to: address.value,
                    language: request.language,
                    client: request.client,
                    expiresAt: expiry
                )
            case .email, .username:
                try outbox.mail(
                    isTaken ? .addressTaken : .addressCode(code, nil),
                    to: address.value,
                    language: request.language,
                    client: request.client,
                    expiresAt: expiry
                )
            }
        let step = CodeChallengeStep(
            address: address,
            use: .verify,
            code: isTaken ? OpaqueToken(random: environment.random).secret.reveal() : code,
            salt: environment.random.bytes(16),
            key: masterKey.derive(.mailCodes),
            sentAt: request.now,
            expiresAt: expiry,
            attempts: settings.attempts,
            isResent: isResent
        )
        let sent = event(.codeSent, request, account: account.id, detail: CodeChallengeStep.Use.verify.rawValue)
        return SentCode(
            step: step,
            changes: attemptLimiter.changesReservingMail(to: address.value, context: request.context)
                + attemptLimiter.changesReservingMail(requestedBy: account.id)
                + [message, sent].map { ConditionalWrite($0) }
        )
    }

    /// Sends another code to an address that a user adds to their account, or returns the step of the last one if it
    /// was sent recently.
    ///
    /// As elsewhere, the first resend is allowed immediately.
    func resend(
        _ step: CodeChallengeStep,
        addingTo account: Account,
        isRetry: Bool,
        in request: CodeContext
    ) async throws(ServiceFailure) -> SentCode {
        guard waitBeforeResending(step, isRetry: isRetry, at: request.now) == nil else { return SentCode(step: step) }
        return try await send(to: step.address, addingTo: account, isResent: true, in: request)
    }

    /// Returns the seconds until another code may be sent; `nil` if it may be sent now.
    ///
    /// The first resend is allowed immediately, because messages get lost; further ones require the interval.
    func waitBeforeResending(_ step: CodeChallengeStep, isRetry: Bool, at now: Date) -> Int? {
        let ready = step.earliestResend(settings.lifetimes)
        guard step.isResent || isRetry, now < ready else { return nil }
        return Int(ready.timeIntervalSince(now).rounded(.up))
    }

    /// Sends another code, which replaces the previous one.
    ///
    /// Within the interval, a native request gets the step of the sent code; a browser gets the remaining time.
    func resend(
        _ step: CodeChallengeStep,
        isRetry: Bool,
        in request: CodeContext
    ) async throws(ServiceFailure) -> ResentCode {
        if let seconds = waitBeforeResending(step, isRetry: isRetry, at: request.now) {
            return request.isNative ? .sent(SentCode(step: step)) : .tooSoon(seconds: seconds)
        }
        let sent = try await send(
            to: step.email,
            for: step.use,
            pendingRegistration: step.pendingRegistration,
            isResent: true,
            in: request
        )
        return .sent(sent)
    }

    /// Verifies a code.
    ///
    /// An incorrect code counts as an attempt when the changes of the result are committed.
    func verify(
        _ code: String,
        of step: CodeChallengeStep,
        in request: CodeContext
    ) async throws(ServiceFailure) -> CodeVerification {
        let code = CodeChallengeStep.digits(code)
        guard !code.isEmpty else { return .missing }
        let subject = subject(of: step, request.claimant)
        try await attemptLimiter.checkCodeAttempts(for: subject, context: request.context)
        switch step.verify(code, key: masterKey.derive(.mailCodes), at: request.now) {
        case .expired: return .expired
        case .wrong(let next): return .wrong(next, changes: changesRecordingWrongCode(for: subject, in: request))
        case .exhausted: return .exhausted(changes: changesRecordingWrongCode(for: subject, in: request))
        case .proven(let proven):
            return .verified(proven, changes: changesClearingLimits(for: step, claimant: request.claimant))
        }
    }

    /// Returns whether the text is the code that was sent, expired or not.
    func matches(_ code: String, of step: CodeChallengeStep) -> Bool {
        step.matches(code, key: masterKey.derive(.mailCodes))
    }

    /// Verifies the link that was sent with a code.
    func verifyLink(
        _ link: MessageLink,
        of step: CodeChallengeStep,
        at now: Date
    ) -> CodeChallengeStep.VerifiedAddress? {
        step.verifyLink(link, key: masterKey.derive(.links), at: now)
    }

    private func changesRecordingWrongCode(
        for subject: AttemptLimiter.CodeSubject,
        in request: CodeContext
    ) -> [ConditionalWrite] {
        let counted = attemptLimiter.changesRecordingWrongCode(for: subject, context: request.context)
        return ([event(.codeRejected, request)] + counted).map { ConditionalWrite($0) }
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
    ) async throws(ServiceFailure) {
        try await attemptLimiter.checkCodeAttempts(for: .absent(id), context: context)
        let rejected = audit.event(.codeRejected, context, client: client)
        let changes = [rejected] + attemptLimiter.changesRecordingWrongCode(for: .absent(id), context: context)
        do { try await store.commit(changes) } catch { throw failures.record(error) }
    }

    private func event(
        _ kind: AuditKind,
        _ request: CodeContext,
        account: Account.ID? = nil,
        detail: String? = nil
    ) -> Change {
        audit.event(kind, request.context, account: account, client: request.client.id, detail: detail)
    }
}

/// The settings of one-time codes.
struct CodeSettings: Sendable {
    /// The number of digits.
    let length: Int
    /// The number of incorrect attempts after which a code is invalid.
    let attempts: Int
    let lifetimes: Lifetimes
    /// Whether SMS delivery is configured.
    let sendsSMS: Bool

    init(_ settings: ServerSettings) {
        length = settings.codeLength
        attempts = settings.limits.attemptsPerCode
        lifetimes = settings.lifetimes
        sendsSMS = settings.sendsSMS
    }
}

/// The context of a code: the client, the language of the message, the request and the time.
struct CodeContext: Sendable {
    let client: Client
    /// The language of the message.
    let language: Language
    /// Whether a native app requested the code.
    let isNative: Bool
    /// The account that verifies the address, pending or as its second factor; `nil` for codes that anyone can request.
    ///
    /// Its wrong codes are counted separately.
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

/// The result of requesting another code.
enum ResentCode: Sendable {
    case sent(SentCode)
    /// A code was sent recently.
    case tooSoon(seconds: Int)
}

/// The result of verifying a code, with the changes to commit.
enum CodeVerification: Sendable {
    /// The code is correct; the changes reset the incorrect codes of the address.
    case verified(CodeChallengeStep.VerifiedAddress, changes: [ConditionalWrite])
    /// The code is incorrect, which the changes count; the step has one attempt less.
    case wrong(CodeChallengeStep, changes: [ConditionalWrite])
    /// The code is incorrect, which the changes count, and no attempts remain.
    case exhausted(changes: [ConditionalWrite])
    /// The code is correct, but has expired.
    case expired
    /// No code was entered, so no attempt was counted.
    case missing
}
