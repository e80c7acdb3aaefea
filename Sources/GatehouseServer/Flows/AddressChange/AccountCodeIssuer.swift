package import Foundation
import GatehouseStore
import GatehouseWire

/// Issues the codes requested by apps.
///
/// Their flows have identifiers derived from the account, client and purpose.
final class AccountCodeIssuer: AddressCodeIssuing {
    private let settings: CodeSettings
    private let finder: AccountFinder
    private let flows: any FlowReader
    private let environment: ServerEnvironment
    private let masterKey: MasterKey
    private let outbox: MessageOutbox
    private let attemptLimiter: AttemptLimiter
    private let audit: AuditLog
    private let failures: FailureLog

    init(
        settings: CodeSettings,
        finder: AccountFinder,
        flows: any FlowReader,
        environment: ServerEnvironment,
        masterKey: MasterKey,
        outbox: MessageOutbox,
        attemptLimiter: AttemptLimiter,
        audit: AuditLog,
        failures: FailureLog
    ) {
        self.settings = settings
        self.finder = finder
        self.flows = flows
        self.environment = environment
        self.masterKey = masterKey
        self.outbox = outbox
        self.attemptLimiter = attemptLimiter
        self.audit = audit
        self.failures = failures
    }

    /// Returns the identifier of the flow in which an account verifies an address of a kind.
    func verificationFlowID(_ account: Account.ID, _ kind: AccountIdentifier.Kind) -> FlowRecord.ID {
        id(for: .verify, account.rawValue, kind.rawValue)
    }

    /// Returns the identifier of the flow in which a user of the app resets the password.
    func recoveryFlowID(_ account: Account.ID, at client: Client.ID) -> FlowRecord.ID {
        id(for: .reset, client.rawValue, account.rawValue)
    }

    /// Returns the identifier of the recovery flow for an identifier without an account.
    func recoveryFlowID(_ name: LoginIdentifier, at client: Client.ID) -> FlowRecord.ID {
        id(for: .reset, client.rawValue, name.kind.rawValue + " " + name.value)
    }

    private func id(for use: AccountCodeRequest.Use, _ first: String, _ second: String) -> FlowRecord.ID {
        FlowRecord.ID(masterKey.fingerprint(.accountFlows, use.rawValue, first, second))
    }

    func verificationCode(
        for address: PendingAddress,
        of account: Account,
        _ call: AccountRequest
    ) async throws(ServiceFailure) -> IssuedCode {
        let address = LoginIdentifier(address)
        let id = verificationFlowID(account.id, address.kind)
        let pending = try await pendingCode(at: id)
        let kept = pending.step.flatMap { $0.address == address && environment.now < $0.expiresAt ? $0 : nil }
        let step =
            kept.map { wasSentRecently($0) ? $0 : $0.resent(at: environment.now) }
            ?? newStep(for: .verify, to: address, at: id, lifetime: settings.lifetimes.addressCode)
        let intent = AccountCodeRequest(clientID: call.client.id, accountID: account.id, use: .verify)
        let isRecent = kept.map(wasSentRecently) ?? false
        let claim = try await claim(of: address, by: account, until: step.expiresAt)
        let message =
            isRecent ? nil : try await message(for: address, of: account, at: id, step: step, call)
        let quota =
            message == nil ? [] : attemptLimiter.changesReservingMail(to: address.value, context: call.context)
        return IssuedCode(
            writes: [ConditionalWrite(try record(at: id, of: intent, step: step, after: pending.record, call))]
                + claim + quota + writes(sending: message, of: account.id, for: .verify, call),
            wasSentRecently: isRecent
        )
    }

    /// Returns whether another account is verifying an address that belongs to an account: its code has not expired.
    func isClaimed(_ address: LoginIdentifier) async throws(ServiceFailure) -> Bool {
        try await attemptLimiter.isClaimed(address)
    }

    /// Returns the write that marks an address of another account as claimed.
    private func claim(
        of address: LoginIdentifier,
        by account: Account,
        until expiry: Date
    ) async throws(ServiceFailure) -> [ConditionalWrite] {
        guard let owner = try await finder.account(named: address), owner.id != account.id else { return [] }
        return [ConditionalWrite(attemptLimiter.changeClaiming(address, until: expiry))]
    }

    /// Returns a new verification code of a pending address, which replaces the current one, and the change that stores
    /// it; sends no message.
    func unsentVerificationCode(
        for address: LoginIdentifier,
        of account: Account,
        _ call: AccountRequest
    ) async throws(ServiceFailure) -> (code: String, record: Change) {
        let id = verificationFlowID(account.id, address.kind)
        let pending = try await pendingCode(at: id)
        let step = newStep(for: .verify, to: address, at: id, lifetime: settings.lifetimes.addressCode)
        let intent = AccountCodeRequest(clientID: call.client.id, accountID: account.id, use: .verify)
        return (code(of: step, at: id), try record(at: id, of: intent, step: step, after: pending.record, call))
    }

    /// Returns the message of a verification code.
    ///
    /// If the address belongs to another account, it notifies its owner and contains no code.
    private func message(
        for address: LoginIdentifier,
        of account: Account,
        at id: FlowRecord.ID,
        step: CodeChallengeStep,
        _ call: AccountRequest
    ) async throws(ServiceFailure) -> Change? {
        let owner = try await finder.account(named: address)
        let isTaken = owner != nil && owner?.id != account.id
        let code = code(of: step, at: id)
        let link = account.allowsLinkVerification(address.kind) ? link(of: step, at: id) : nil
        return switch address.kind {
        case .email:
            try mail(isTaken ? .addressTaken : .addressCode(code, link), to: address, expiresAt: step.expiresAt, call)
        case .phone: try sms(isTaken ? .numberTaken : .numberCode(code), to: address, expiresAt: step.expiresAt, call)
        case .username: nil
        }
    }

    /// Returns a new code for a password reset, which replaces the previous one.
    ///
    /// Without an `account` all steps are the same, and the email says that there is none. No SMS is sent without an
    /// account, because SMS cost money. For a username without an address nothing is sent, and no code is accepted.
    ///
    /// - Parameters:
    ///   - account: The account; `nil` for an unknown identifier.
    ///   - address: The address that the code is sent to.
    ///   - channel: The kind of message.
    ///   - countsMessage: Whether the message is subject to the mail quotas, which strangers can exhaust.
    ///   - call: The request.
    /// - Returns: The code, which replaces the previous one.
    /// - Throws: ``ServiceFailure`` if the store fails.
    func recoveryCode(
        for account: Account?,
        to address: LoginIdentifier,
        by channel: RecoveryChannel,
        countsMessage: Bool = true,
        _ call: AccountRequest
    ) async throws(ServiceFailure) -> IssuedCode {
        let id =
            account.map { recoveryFlowID($0.id, at: call.client.id) } ?? recoveryFlowID(address, at: call.client.id)
        let pending = try await pendingCode(at: id)
        let step = newStep(for: .reset, to: address, at: id, lifetime: settings.lifetimes.mailCode)
        let code = code(of: step, at: id)
        let link = link(of: step, at: id)
        let expiry = step.expiresAt
        let message: Change? =
            switch (channel, account) {
            case _ where address.kind == .username: nil
            case (.email, nil): try mail(.noAccount, to: address, expiresAt: expiry, call)
            case (.email, _?): try mail(.passwordResetCodeAndLink(code, link), to: address, expiresAt: expiry, call)
            case (.smsCode, nil), (.smsLink, nil): nil
            case (.smsCode, _?): try sms(.passwordResetCode(code), to: address, expiresAt: expiry, call)
            case (.smsLink, _?): try sms(.passwordResetLink(link), to: address, expiresAt: expiry, call)
            }
        let intent = AccountCodeRequest(clientID: call.client.id, accountID: account?.id, use: .reset)
        let quota = countsMessage ? attemptLimiter.changesReservingMail(to: address.value, context: call.context) : []
        return IssuedCode(
            writes: [ConditionalWrite(try record(at: id, of: intent, step: step, after: pending.record, call))]
                + quota + writes(sending: message, of: account?.id, for: .reset, call),
            wasSentRecently: pending.step.map(wasSentRecently) ?? false
        )
    }

    /// Returns the state of the code that a pending address waits for; `nil` if none is valid.
    func pendingCode(for address: LoginIdentifier, of account: Account.ID) async throws(ServiceFailure) -> PendingCode?
    {
        let now = environment.now
        guard let step = try await pendingCode(at: verificationFlowID(account, address.kind)).step,
            step.address == address, now < step.expiresAt
        else { return nil }
        let resend = step.earliestResend(settings.lifetimes)
        return PendingCode(
            length: settings.length,
            expiresAt: step.expiresAt,
            resendAfter: now < resend ? resend : nil
        )
    }

    /// Returns the code of a flow, if one is pending and has not expired.
    func validCode(at id: FlowRecord.ID) async throws(ServiceFailure) -> String? {
        guard let step = try await pendingCode(at: id).step, environment.now < step.expiresAt else { return nil }
        return code(of: step, at: id)
    }

    /// Returns the stored flow with an identifier, and its code if one is pending.
    private func pendingCode(
        at id: FlowRecord.ID
    ) async throws(ServiceFailure) -> (record: FlowRecord?, step: CodeChallengeStep?) {
        let record: FlowRecord?
        do { record = try await flows.flow(id) } catch { throw failures.record(error) }
        guard let record, record.finishedAt == nil,
            case .code(let step)? = try? FlowState.decode(record.state).step, step.attemptsRemaining > 0
        else { return (record, nil) }
        return (record, step)
    }

    private func wasSentRecently(_ step: CodeChallengeStep) -> Bool {
        environment.now < step.earliestResend(settings.lifetimes)
    }

    /// Returns the code of a step.
    private func code(of step: CodeChallengeStep, at id: FlowRecord.ID) -> String {
        step.derivedCode(
            of: id.rawValue,
            key: masterKey.derive(.derivedCodes),
            length: settings.length
        )
    }

    private func link(of step: CodeChallengeStep, at id: FlowRecord.ID) -> MessageLink {
        MessageLink(flow: id, code: step.linkCode(of: id.rawValue, key: masterKey.derive(.links)))
    }

    private func newStep(
        for use: CodeChallengeStep.Use,
        to address: LoginIdentifier,
        at id: FlowRecord.ID,
        lifetime: TimeInterval
    ) -> CodeChallengeStep {
        let salt = environment.random.bytes(16)
        return CodeChallengeStep(
            address: address,
            use: use,
            code: CodeChallengeStep.derivedCode(
                of: id.rawValue,
                salt: salt,
                key: masterKey.derive(.derivedCodes),
                length: settings.length
            ),
            salt: salt,
            key: masterKey.derive(.mailCodes),
            sentAt: environment.now,
            expiresAt: environment.now.addingTimeInterval(lifetime),
            attempts: settings.attempts
        )
    }

    /// Returns the change that stores the flow.
    ///
    /// It outlives the code, so that an expired code is distinguished from an unknown one.
    private func record(
        at id: FlowRecord.ID,
        of intent: AccountCodeRequest,
        step: CodeChallengeStep,
        after previous: FlowRecord?,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> Change {
        let state = FlowState(
            purpose: .address(intent),
            browser: nil,
            language: call.language,
            step: .code(step)
        )
        let encoded: Data
        do { encoded = try state.encoded() } catch { throw .internalError }
        let record = FlowRecord(
            id: id,
            accountID: intent.accountID,
            revision: (previous?.revision ?? 0) + 1,
            state: encoded,
            createdAt: environment.now,
            expiresAt: step.expiresAt.addingTimeInterval(settings.lifetimes.flow)
        )
        return .flow(.restart(record))
    }

    private func mail(
        _ kind: EmailKind,
        to address: LoginIdentifier,
        expiresAt expiry: Date,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> Change {
        try outbox.mail(kind, to: address.value, language: call.language, client: call.client, expiresAt: expiry)
    }

    private func sms(
        _ kind: SMSKind,
        to address: LoginIdentifier,
        expiresAt expiry: Date,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> Change? {
        guard settings.sendsSMS else { return nil }
        return try outbox.sms(kind, to: address.value, language: call.language, client: call.client, expiresAt: expiry)
    }

    /// Returns the writes that enqueue a message and record it; none for a message that is suppressed.
    private func writes(
        sending message: Change?,
        of account: Account.ID?,
        for use: AccountCodeRequest.Use,
        _ call: AccountRequest
    ) -> [ConditionalWrite] {
        guard let message else { return [] }
        let event = audit.event(
            .codeSent,
            call.context,
            account: account,
            client: call.client.id,
            detail: use.rawValue
        )
        return [ConditionalWrite(message), ConditionalWrite(event)]
    }
}

/// The state of a code that was sent to a pending address.
package struct PendingCode: Sendable, Equatable {
    /// The number of digits.
    package let length: Int
    package let expiresAt: Date
    /// The time from which the code can be sent again; `nil` if it can be sent now.
    package let resendAfter: Date?
}

/// The message of a password recovery.
package enum RecoveryChannel: Sendable, Hashable {
    /// An email with a code and a link.
    case email
    /// An SMS with a code.
    case smsCode
    /// An SMS with a link.
    case smsLink
}
