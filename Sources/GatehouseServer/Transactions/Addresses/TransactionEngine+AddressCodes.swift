import Foundation
import GatehouseStore
import GatehouseWire

/// Codes that apps have sent to an address: the transactions that wait for them are found by what they are about.
extension TransactionEngine {
    /// The transaction in which an account proves an address of that kind.
    func verificationID(_ account: Account.ID, _ kind: AccountIdentifier.Kind) -> TransactionRecord.ID {
        id(AddressIntent.Use.verify.rawValue, account.rawValue, kind.rawValue)
    }

    /// The transaction in which a person of the app sets a new password.
    func resetID(_ account: Account.ID, at client: Client.ID) -> TransactionRecord.ID {
        id(AddressIntent.Use.reset.rawValue, client.rawValue, account.rawValue)
    }

    /// The same for a name that nobody has.
    func resetID(_ name: SignInName, at client: Client.ID) -> TransactionRecord.ID {
        id(AddressIntent.Use.reset.rawValue, client.rawValue, name.kind.rawValue + " " + name.value)
    }

    private func id(_ use: String, _ first: String, _ second: String) -> TransactionRecord.ID {
        TransactionRecord.ID(core.masterKey.fingerprint(.accountTransactions, use, first, second))
    }

    /// The code for an address that an account claims: the one that waits already, for as long as it is good, or a new one.
    ///
    /// What the message says to a member whose address somebody else claims is that it is theirs, and no code.
    func verification(
        of address: SignInName,
        by account: Account,
        isRenewed: Bool = false,
        _ call: AccountCall
    ) async throws(TransactionError) -> AddressCode {
        let id = verificationID(account.id, address.kind)
        let waiting = try await waiting(at: id)
        let kept =
            isRenewed ? nil : waiting.step.flatMap { $0.address == address && core.now < $0.expiresAt ? $0 : nil }
        let step =
            kept.map { core.now < resendTime(of: $0) ? $0 : $0.resent(at: core.now) }
            ?? code(for: .verify, to: address, id, core.settings.lifetimes.addressCode)
        let owner = try await core.account(address)
        let isTaken = owner != nil && owner?.id != account.id
        let code = code(of: step, id)
        let link = account.provesByLink(address.kind) ? link(of: step, id) : nil
        let expiry = step.expiresAt
        let message: Change? =
            switch address.kind {
            case .email: try mail(isTaken ? .addressTaken : .addressCode(code, link), to: address, expiry, call)
            case .phone: try sms(isTaken ? .numberTaken : .numberCode(code), to: address, expiry, call)
            case .username: nil
            }
        let intent = AddressIntent(clientID: call.client.id, accountID: account.id, use: .verify)
        let wasJustSent = kept.map { core.now < resendTime(of: $0) } ?? false
        return AddressCode(
            step: step,
            code: code,
            record: try record(id, intent, step, after: waiting.record, call),
            message: wasJustSent ? [] : message.map { counted($0, to: address, account.id, .verify, call) } ?? [],
            wasJustSent: wasJustSent
        )
    }

    /// The code with which a new password can be set; the one before it dies.
    ///
    /// Where there is no `account`, all is done as for a member, and the mail says so. Nobody gets an SMS who has none, because each
    /// costs money. Where there is no address but only a user name, nothing is sent, and its code is good for nothing.
    func reset(
        of account: Account?,
        to address: SignInName,
        by channel: ResetChannel,
        _ call: AccountCall
    ) async throws(TransactionError) -> AddressCode {
        let id = account.map { resetID($0.id, at: call.client.id) } ?? resetID(address, at: call.client.id)
        let waiting = try await waiting(at: id)
        let step = code(for: .reset, to: address, id, core.settings.lifetimes.mailCode)
        let code = code(of: step, id)
        let link = link(of: step, id)
        let expiry = step.expiresAt
        let message: Change? =
            switch (channel, account) {
            case _ where address.kind == .username: nil
            case (.email, nil): try mail(.noAccount, to: address, expiry, call)
            case (.email, _?): try mail(.passwordResetCodeAndLink(code, link), to: address, expiry, call)
            case (.textedCode, nil), (.textedLink, nil): nil
            case (.textedCode, _?): try sms(.passwordResetCode(code), to: address, expiry, call)
            case (.textedLink, _?): try sms(.passwordResetLink(link), to: address, expiry, call)
            }
        let intent = AddressIntent(clientID: call.client.id, accountID: account?.id, use: .reset)
        return AddressCode(
            step: step,
            code: code,
            record: try record(id, intent, step, after: waiting.record, call),
            message: counted(message, to: address, account?.id, .reset, call),
            wasJustSent: waiting.step.map { core.now < resendTime(of: $0) } ?? false
        )
    }

    /// What is stored under an id, and the code it waits for, unless it is over.
    func waiting(
        at id: TransactionRecord.ID
    ) async throws(TransactionError) -> (record: TransactionRecord?, step: CodeStep?) {
        let record: TransactionRecord?
        do { record = try await core.store.transaction(id) } catch { throw core.failed(error) }
        guard let record, record.finishedAt == nil,
            case .code(let step)? = try? TransactionState.decode(record.state).step, step.triesLeft > 0
        else { return (record, nil) }
        return (record, step)
    }

    /// The code of a step, said again.
    func code(of step: CodeStep, _ id: TransactionRecord.ID) -> String {
        step.derivedCode(
            of: id.rawValue,
            key: core.masterKey.derive(.derivedCodes),
            length: core.settings.codeLength
        )
    }

    private func link(of step: CodeStep, _ id: TransactionRecord.ID) -> MailedLink {
        MailedLink(transaction: id, code: step.linkCode(of: id.rawValue, key: core.masterKey.derive(.links)))
    }

    private func code(
        for use: CodeStep.Use,
        to address: SignInName,
        _ id: TransactionRecord.ID,
        _ lifetime: TimeInterval
    ) -> CodeStep {
        let salt = core.environment.random.bytes(16)
        return CodeStep(
            address: address,
            use: use,
            code: CodeStep.derivedCode(
                of: id.rawValue,
                salt: salt,
                key: core.masterKey.derive(.derivedCodes),
                length: core.settings.codeLength
            ),
            salt: salt,
            key: core.masterKey.derive(.mailCodes),
            sentAt: core.now,
            expiresAt: core.now.addingTimeInterval(lifetime),
            tries: core.settings.limits.triesPerCode
        )
    }

    /// It outlives the code, so that one that comes late is told from one that never was.
    private func record(
        _ id: TransactionRecord.ID,
        _ intent: AddressIntent,
        _ step: CodeStep,
        after previous: TransactionRecord?,
        _ call: AccountCall
    ) throws(TransactionError) -> Change {
        let state = TransactionState(
            purpose: .address(intent),
            browser: nil,
            language: call.language,
            step: .code(step)
        )
        let record = TransactionRecord(
            id: id,
            revision: (previous?.revision ?? 0) + 1,
            state: try state.encoded(),
            createdAt: core.now,
            expiresAt: step.expiresAt.addingTimeInterval(core.settings.lifetimes.transaction)
        )
        return .transaction(.put(record))
    }

    private func mail(
        _ kind: MailKind,
        to address: SignInName,
        _ expiry: Date,
        _ call: AccountCall
    ) throws(TransactionError) -> Change {
        try outbox.mail(kind, to: address.value, language: call.language, client: call.client, expiresAt: expiry)
    }

    private func sms(
        _ kind: SMSKind,
        to address: SignInName,
        _ expiry: Date,
        _ call: AccountCall
    ) throws(TransactionError) -> Change? {
        guard core.settings.sendsSMS else { return nil }
        return try outbox.sms(kind, to: address.value, language: call.language, client: call.client, expiresAt: expiry)
    }

    /// A message with what counts it; what is not sent to a stranger is counted all the same.
    private func counted(
        _ message: Change?,
        to address: SignInName,
        _ account: Account.ID?,
        _ use: AddressIntent.Use,
        _ call: AccountCall
    ) -> [Guarded] {
        let counters = failures.mail(to: address.value, context: call.context)
        guard let message else { return counters }
        let audit = core.audit(
            .codeSent,
            call.context,
            account: account,
            client: call.client.id,
            detail: use.rawValue
        )
        return counters + [Guarded(message), Guarded(audit)]
    }
}
