import Foundation
import GatehouseStore
import GatehouseWire

/// Issues the codes requested by apps.
///
/// Their flows have identifiers derived from the account, client and purpose.
struct AccountCodeIssuer: Sendable {
    let core: ServerCore
    let outbox: MessageOutbox
    let attemptLimiter: AttemptLimiter
    let codes: CodeFactor

    /// Returns the identifier of the flow in which an account verifies an address of a kind.
    func verificationFlowID(_ account: Account.ID, _ kind: AccountIdentifier.Kind) -> FlowRecord.ID {
        id(AccountCodeRequest.Use.verify.rawValue, account.rawValue, kind.rawValue)
    }

    /// Returns the identifier of the flow in which a user of the app resets the password.
    func recoveryFlowID(_ account: Account.ID, at client: Client.ID) -> FlowRecord.ID {
        id(AccountCodeRequest.Use.reset.rawValue, client.rawValue, account.rawValue)
    }

    /// Returns the identifier of the recovery flow for an identifier without an account.
    func recoveryFlowID(_ name: LoginIdentifier, at client: Client.ID) -> FlowRecord.ID {
        id(AccountCodeRequest.Use.reset.rawValue, client.rawValue, name.kind.rawValue + " " + name.value)
    }

    private func id(_ use: String, _ first: String, _ second: String) -> FlowRecord.ID {
        FlowRecord.ID(core.masterKey.fingerprint(.accountFlows, use, first, second))
    }

    /// Returns the verification code of a pending address: the current one while it is valid, or a new one.
    ///
    /// If the address belongs to another account, the message notifies its owner and contains no code.
    func verification(
        of address: LoginIdentifier,
        by account: Account,
        isRenewed: Bool = false,
        _ call: AccountRequest
    ) async throws(FlowError) -> IssuedCode {
        let id = verificationFlowID(account.id, address.kind)
        let pending = try await pendingCode(at: id)
        let kept =
            isRenewed ? nil : pending.step.flatMap { $0.address == address && core.now < $0.expiresAt ? $0 : nil }
        let step =
            kept.map { core.now < codes.earliestResend(of: $0) ? $0 : $0.resent(at: core.now) }
            ?? code(for: .verify, to: address, id, core.settings.lifetimes.addressCode)
        let owner = try await core.account(address)
        let isTaken = owner != nil && owner?.id != account.id
        let code = code(of: step, id)
        let link = account.allowsLinkVerification(address.kind) ? link(of: step, id) : nil
        let expiry = step.expiresAt
        let message: Change? =
            switch address.kind {
            case .email: try mail(isTaken ? .addressTaken : .addressCode(code, link), to: address, expiry, call)
            case .phone: try sms(isTaken ? .numberTaken : .numberCode(code), to: address, expiry, call)
            case .username: nil
            }
        let intent = AccountCodeRequest(clientID: call.client.id, accountID: account.id, use: .verify)
        let wasSentRecently = kept.map { core.now < codes.earliestResend(of: $0) } ?? false
        return IssuedCode(
            step: step,
            code: code,
            record: try record(id, intent, step, after: pending.record, call),
            message: wasSentRecently
                ? [] : message.map { withMailQuota($0, to: address, account.id, .verify, call) } ?? [],
            wasSentRecently: wasSentRecently
        )
    }

    /// Returns a new code for a password reset, which replaces the previous one.
    ///
    /// Without an `account` all steps are the same, and the email says that there is none. No SMS is sent without an
    /// account, because SMS cost money. For a username without an address nothing is sent, and no code is accepted.
    func reset(
        of account: Account?,
        to address: LoginIdentifier,
        by channel: RecoveryChannel,
        _ call: AccountRequest
    ) async throws(FlowError) -> IssuedCode {
        let id =
            account.map { recoveryFlowID($0.id, at: call.client.id) } ?? recoveryFlowID(address, at: call.client.id)
        let pending = try await pendingCode(at: id)
        let step = code(for: .reset, to: address, id, core.settings.lifetimes.mailCode)
        let code = code(of: step, id)
        let link = link(of: step, id)
        let expiry = step.expiresAt
        let message: Change? =
            switch (channel, account) {
            case _ where address.kind == .username: nil
            case (.email, nil): try mail(.noAccount, to: address, expiry, call)
            case (.email, _?): try mail(.passwordResetCodeAndLink(code, link), to: address, expiry, call)
            case (.smsCode, nil), (.smsLink, nil): nil
            case (.smsCode, _?): try sms(.passwordResetCode(code), to: address, expiry, call)
            case (.smsLink, _?): try sms(.passwordResetLink(link), to: address, expiry, call)
            }
        let intent = AccountCodeRequest(clientID: call.client.id, accountID: account?.id, use: .reset)
        return IssuedCode(
            step: step,
            code: code,
            record: try record(id, intent, step, after: pending.record, call),
            message: withMailQuota(message, to: address, account?.id, .reset, call),
            wasSentRecently: pending.step.map { core.now < codes.earliestResend(of: $0) } ?? false
        )
    }

    /// Returns the stored flow with an identifier, and its code if one is pending.
    func pendingCode(
        at id: FlowRecord.ID
    ) async throws(FlowError) -> (record: FlowRecord?, step: CodeChallengeStep?) {
        let record: FlowRecord?
        do { record = try await core.store.flow(id) } catch { throw core.flowError(error) }
        guard let record, record.finishedAt == nil,
            case .code(let step)? = try? FlowState.decode(record.state).step, step.attemptsRemaining > 0
        else { return (record, nil) }
        return (record, step)
    }

    /// Returns the code of a step.
    func code(of step: CodeChallengeStep, _ id: FlowRecord.ID) -> String {
        step.derivedCode(
            of: id.rawValue,
            key: core.masterKey.derive(.derivedCodes),
            length: core.settings.codeLength
        )
    }

    private func link(of step: CodeChallengeStep, _ id: FlowRecord.ID) -> MessageLink {
        MessageLink(flow: id, code: step.linkCode(of: id.rawValue, key: core.masterKey.derive(.links)))
    }

    private func code(
        for use: CodeChallengeStep.Use,
        to address: LoginIdentifier,
        _ id: FlowRecord.ID,
        _ lifetime: TimeInterval
    ) -> CodeChallengeStep {
        let salt = core.environment.random.bytes(16)
        return CodeChallengeStep(
            address: address,
            use: use,
            code: CodeChallengeStep.derivedCode(
                of: id.rawValue,
                salt: salt,
                key: core.masterKey.derive(.derivedCodes),
                length: core.settings.codeLength
            ),
            salt: salt,
            key: core.masterKey.derive(.mailCodes),
            sentAt: core.now,
            expiresAt: core.now.addingTimeInterval(lifetime),
            attempts: core.settings.limits.attemptsPerCode
        )
    }

    /// Returns the change that stores the flow.
    ///
    /// It outlives the code, so that an expired code is distinguished from an unknown one.
    private func record(
        _ id: FlowRecord.ID,
        _ intent: AccountCodeRequest,
        _ step: CodeChallengeStep,
        after previous: FlowRecord?,
        _ call: AccountRequest
    ) throws(FlowError) -> Change {
        let state = FlowState(
            purpose: .address(intent),
            browser: nil,
            language: call.language,
            step: .code(step)
        )
        let record = FlowRecord(
            id: id,
            revision: (previous?.revision ?? 0) + 1,
            state: try state.encoded(),
            createdAt: core.now,
            expiresAt: step.expiresAt.addingTimeInterval(core.settings.lifetimes.flow)
        )
        return .flow(.put(record))
    }

    private func mail(
        _ kind: EmailKind,
        to address: LoginIdentifier,
        _ expiry: Date,
        _ call: AccountRequest
    ) throws(FlowError) -> Change {
        try outbox.mail(kind, to: address.value, language: call.language, client: call.client, expiresAt: expiry)
    }

    private func sms(
        _ kind: SMSKind,
        to address: LoginIdentifier,
        _ expiry: Date,
        _ call: AccountRequest
    ) throws(FlowError) -> Change? {
        guard core.settings.sendsSMS else { return nil }
        return try outbox.sms(kind, to: address.value, language: call.language, client: call.client, expiresAt: expiry)
    }

    /// Returns the changes that count a message and enqueue it; messages that are suppressed for unknown addresses
    /// count too.
    private func withMailQuota(
        _ message: Change?,
        to address: LoginIdentifier,
        _ account: Account.ID?,
        _ use: AccountCodeRequest.Use,
        _ call: AccountRequest
    ) -> [ConditionalWrite] {
        let quotaWrites = attemptLimiter.changesReservingMail(to: address.value, context: call.context)
        guard let message else { return quotaWrites }
        let audit = core.audit(
            .codeSent,
            call.context,
            account: account,
            client: call.client.id,
            detail: use.rawValue
        )
        return quotaWrites + [ConditionalWrite(message), ConditionalWrite(audit)]
    }
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
