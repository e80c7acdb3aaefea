import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// Puts mail into the durable queue, in the same commit as what it is about; sending is ``MailDelivery``'s work.
package struct MailOutbox: Sendable {
    let core: ServerCore
    let composer: MailComposer

    package init(core: ServerCore) {
        self.core = core
        let host = URL(string: core.settings.issuer)?.host() ?? core.settings.issuer
        composer = MailComposer(issuerHost: host, minutesValid: Int(core.settings.lifetimes.mailCode / 60))
    }

    /// The change that queues one mail, sealed because it carries a code.
    func mail(
        _ kind: MailKind,
        to address: String,
        language: Language,
        client: Client,
        expiresAt: Date
    ) throws(TransactionError) -> Change {
        let content = composer.compose(kind, in: language, clientName: client.name)
        let id: QueuedMail.ID = core.newID()
        let message = MailMessage(
            from: core.settings.mailFrom,
            to: address,
            subject: content.subject,
            text: content.text,
            html: content.html,
            messageID: "\(id)@\(composer.issuerHost)",
            date: core.now
        )
        do {
            let sealed = try core.masterKey.box(.sealedMail).seal(
                try JSONEncoder().encode(message),
                for: Data(id.rawValue.utf8)
            )
            return .mail(
                .enqueue(
                    QueuedMail(
                        id: id,
                        sealedMessage: sealed,
                        createdAt: core.now,
                        nextAttemptAt: core.now,
                        expiresAt: expiresAt
                    )
                )
            )
        } catch {
            core.log("A mail could not be sealed.", error)
            throw .failed
        }
    }
}
