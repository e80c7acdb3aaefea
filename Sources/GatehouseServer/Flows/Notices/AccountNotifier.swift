import Foundation
import GatehouseStore

/// Creates notices, each with a link for a user who did not make the change.
struct AccountNotifier: AccountNotifying {
    let environment: ServerEnvironment
    let masterKey: MasterKey
    let outbox: MessageOutbox
    let attemptLimiter: AttemptLimiter

    func notify(
        of notice: AccountNotice,
        _ account: Account,
        reverting additions: NoticedAdditions?,
        to recipients: [NoticeRecipient]?,
        detail: String?,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [ConditionalWrite] {
        guard call.sendsNotices else { return [] }
        let emails = notice.isUrgent ? account.noticeEmails : [account.email].compactMap(\.self)
        let recipients = recipients ?? emails.map { NoticeRecipient(address: $0) }
        var writes: [ConditionalWrite] = []
        for recipient in recipients {
            let link: (link: NoticeLink, insertion: ConditionalWrite)? =
                switch recipient.link {
                case _ where notice == .accountDeleted: nil
                case .none: nil
                case .secure: try link(.secure, of: account, reverting: additions, to: recipient.address, call)
                case .keepFactors: try link(.keepFactors, of: account, to: recipient.address, call)
                case .undo(let addresses):
                    try link(
                        .undo,
                        of: account,
                        restoring: addresses,
                        reverting: additions,
                        to: recipient.address,
                        call
                    )
                }
            let mail = try outbox.mail(
                .notice(notice, link?.link, detail: detail),
                to: recipient.address.value,
                language: account.language ?? call.language,
                client: call.client,
                expiresAt: environment.now.addingTimeInterval(AccountNotice.linkLifetime)
            )
            if !notice.isUrgent {
                // The sender's own requests are limited already.
                writes += attemptLimiter.changesReservingMail(
                    to: recipient.address.value,
                    context: call.context,
                    counted: .sender
                )
            }
            writes += [link?.insertion, ConditionalWrite(mail)].compactMap(\.self)
        }
        return writes
    }

    /// Returns a new link of a notice, and the write that stores its flow.
    private func link(
        _ use: AccountCodeRequest.Use,
        of account: Account,
        restoring addresses: [AccountIdentifier]? = nil,
        reverting additions: NoticedAdditions? = nil,
        to address: AccountIdentifier,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> (link: NoticeLink, insertion: ConditionalWrite) {
        let id = additions?.credentials.first.map { masterKey.noticeFlowID(of: $0, to: address) } ?? environment.newID()
        let expiry = environment.now.addingTimeInterval(AccountNotice.linkLifetime)
        let kind: (step: CodeChallengeStep.Use, link: (MessageLink) -> NoticeLink) =
            switch use {
            case .undo: (.undo, NoticeLink.undo)
            case .keepFactors: (.keepFactors, NoticeLink.keepFactors)
            case .secure, .verify, .reset: (.secure, NoticeLink.secure)
            }
        let step = CodeChallengeStep(
            address: LoginIdentifier(address),
            use: kind.step,
            // No code is sent; without attempts none is accepted.
            code: "",
            salt: environment.random.bytes(16),
            key: masterKey.derive(.mailCodes),
            sentAt: environment.now,
            expiresAt: expiry,
            attempts: 0
        )
        let intent = AccountCodeRequest(
            clientID: call.client.id,
            accountID: account.id,
            use: use,
            restorable: addresses,
            reverting: additions ?? NoticedAdditions(requiredSecondFactor: account.requiresSecondFactor)
        )
        let state = FlowState(purpose: .address(intent), browser: nil, language: call.language, step: .code(step))
        let encoded: Data
        do { encoded = try state.encoded() } catch { throw .internalError }
        let record = FlowRecord(
            id: id,
            accountID: account.id,
            state: encoded,
            createdAt: environment.now,
            expiresAt: expiry
        )
        let link = MessageLink(flow: id, code: step.linkCode(of: id.rawValue, key: masterKey.derive(.links)))
        return (kind.link(link), ConditionalWrite(.flow(.insert(record))))
    }
}

extension MasterKey {
    /// Returns the identifier of the flow of the link in the notice that a credential was added.
    ///
    /// A passkey that is removed and added again has the same identifier, but another time.
    func noticeFlowID(of credential: Credential, to address: AccountIdentifier) -> FlowRecord.ID {
        let time = Int64((credential.createdAt.timeIntervalSince1970 * 1000).rounded())
        let use = AccountCodeRequest.Use.secure.rawValue
        return FlowRecord.ID(
            fingerprint(.accountFlows, use, credential.id.rawValue, String(time), address.kind.rawValue, address.value)
        )
    }
}
