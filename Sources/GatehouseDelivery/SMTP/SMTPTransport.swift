import Dispatch
package import GatehouseServer
import Synchronization

/// Hands mail to a server over SMTP, one after the other on one connection that is kept between mails.
///
/// The connection lives on a queue with a thread of its own, so that a slow server holds up neither an event loop nor the
/// cooperative pool. Certificates are always checked. Cancelling the task breaks the delivery off.
package final class SMTPTransport: MailTransport {
    private let queue = DispatchQueue(label: "smtp")
    private let connection: Mutex<SMTPConnection>
    package let patience: Duration

    package init(_ configuration: SMTPConfiguration) {
        connection = Mutex(SMTPConnection(configuration))
        patience = configuration.timeout
    }

    package func send(_ message: MailMessage) async throws(DeliveryError) {
        let payload = try MIMEEncoder.encode(message)
        guard let sender = NamedAddress(message.from)?.address, let recipient = EmailAddress(message.to) else {
            throw .permanent("the sender or the recipient is no address")
        }
        let delivery = SMTPDelivery(from: sender.normalized, to: recipient.normalized, payload: Array(payload.utf8))
        let result: Result<Void, DeliveryError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { [self] in
                    continuation.resume(returning: connection.withLock { $0.perform(delivery) })
                }
            }
        } onCancel: {
            delivery.cancel()
        }
        try result.get()
    }
}
