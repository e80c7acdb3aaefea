package import Foundation
import GatehouseJOSE
package import GatehouseStore
import GatehouseWire

/// Puts mail and SMS into the durable queue, in the same commit as what they are about; sending is ``MailDelivery``'s work.
package struct MailOutbox: Sendable {
    let core: ServerCore
    let composer: MailComposer
    let smsComposer: SMSComposer

    package init(core: ServerCore) {
        self.core = core
        composer = MailComposer(issuer: core.settings.issuer)
        smsComposer = SMSComposer(issuer: core.settings.issuer)
    }

    /// The change that queues one mail, sealed because it carries a code.
    ///
    /// At `expiresAt` its code or link is of no use any more, which it says, and nobody needs the mail.
    package func mail(
        _ kind: MailKind,
        to address: String,
        language: Language,
        client: Client,
        expiresAt: Date
    ) throws(TransactionError) -> Change {
        let content = composer.compose(
            kind,
            in: language,
            clientName: client.name,
            minutesValid: minutes(until: expiresAt)
        )
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
        return try enqueue(.mail(message), id, expiresAt: expiresAt)
    }

    /// The change that queues one SMS, sealed like mail; the number is in E.164 form.
    package func sms(
        _ kind: SMSKind,
        to number: String,
        language: Language,
        client: Client,
        expiresAt: Date
    ) throws(TransactionError) -> Change {
        let text = smsComposer.compose(
            kind,
            in: language,
            clientName: client.name,
            minutesValid: minutes(until: expiresAt),
            codeDomain: client.codeDomain
        )
        let id: QueuedMail.ID = core.newID()
        let message = SMSMessage(to: number, text: text, id: id.rawValue, date: core.now)
        return try enqueue(.sms(message), id, expiresAt: expiresAt)
    }

    private func enqueue(
        _ message: OutgoingMessage,
        _ id: QueuedMail.ID,
        expiresAt: Date
    ) throws(TransactionError) -> Change {
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
            core.log("A message could not be sealed.", error)
            throw .failed
        }
    }

    /// Whole minutes, as messages say them; the nearest, since a moment has passed since the date was set.
    private func minutes(until date: Date) -> Int {
        max(1, Int((date.timeIntervalSince(core.now) / 60).rounded()))
    }
}
