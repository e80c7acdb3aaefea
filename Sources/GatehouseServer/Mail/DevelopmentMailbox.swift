import Synchronization

/// Where mail and SMS land in development: kept in memory for the mailbox page, newest first, and told to whoever listens.
package final class DevelopmentMailbox: MailTransport, SMSTransport {
    /// How many are kept.
    static let capacity = 200

    private let messages = Mutex<[OutgoingMessage]>([])
    private let announce: @Sendable (OutgoingMessage) -> Void

    package let patience = Duration.zero

    /// - Parameter announce: is told of each message as it arrives, to print it to the terminal, say.
    package init(announce: @escaping @Sendable (OutgoingMessage) -> Void = { _ in }) {
        self.announce = announce
    }

    package func send(_ message: MailMessage) async throws(DeliveryError) { take(.mail(message)) }

    package func send(_ message: SMSMessage) async throws(DeliveryError) { take(.sms(message)) }

    private func take(_ message: OutgoingMessage) {
        messages.withLock { messages in
            messages.insert(message, at: 0)
            if messages.count > Self.capacity { messages.removeLast() }
        }
        announce(message)
    }

    /// What has arrived, newest first.
    package var all: [OutgoingMessage] { messages.withLock { $0 } }

    /// The mail that has arrived, newest first.
    package var mails: [MailMessage] {
        all.compactMap { if case .mail(let mail) = $0 { mail } else { nil } }
    }

    /// The SMS that have arrived, newest first.
    package var texts: [SMSMessage] {
        all.compactMap { if case .sms(let sms) = $0 { sms } else { nil } }
    }
}
