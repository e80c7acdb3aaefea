import Foundation
import GatehouseStore

/// Creates notices, each with a link for a user who did not make the change.
struct AccountNotifier: AccountNotifying {
    /// The lifetime of a link, in seconds.
    static let linkLifetime: TimeInterval = 7 * 24 * 60 * 60

    let environment: ServerEnvironment
    let masterKey: MasterKey
    let outbox: MessageOutbox
    let attemptLimiter: AttemptLimiter

    func notify(
        of notice: AccountNotice,
        _ account: Account,
        to recipients: [NoticeRecipient]?,
        detail: String?,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [ConditionalWrite] {
        guard call.sendsNotices else { return [] }
        let recipients = recipients ?? account.email.map { [NoticeRecipient(address: $0)] } ?? []
        var writes: [ConditionalWrite] = []
        for recipient in recipients {
            let link = notice == .accountDeleted ? nil : try link(of: account, for: recipient, call)
            let mail = try outbox.mail(
                .notice(notice, link?.link, detail: detail),
                to: recipient.address.value,
                language: account.language ?? call.language,
                client: call.client,
                expiresAt: environment.now.addingTimeInterval(Self.linkLifetime)
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
        of account: Account,
        for recipient: NoticeRecipient,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> (link: NoticeLink, insertion: ConditionalWrite) {
        let id: FlowRecord.ID = environment.newID()
        let expiry = environment.now.addingTimeInterval(Self.linkLifetime)
        let step = CodeChallengeStep(
            address: LoginIdentifier(recipient.address),
            use: recipient.restorable == nil ? .secure : .undo,
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
            use: recipient.restorable == nil ? .secure : .undo,
            restorable: recipient.restorable
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
        return (
            recipient.restorable == nil ? .secure(link) : .undo(link), ConditionalWrite(.flow(.insert(record)))
        )
    }
}
