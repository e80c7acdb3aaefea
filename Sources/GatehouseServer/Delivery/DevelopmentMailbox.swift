import GatehouseConcurrency

/// The transport of development mode: keeps messages in memory for the mailbox page.
package final class DevelopmentMailbox: EmailTransport, SMSTransport {
    /// The maximum number of messages.
    static let capacity = 200

    private let messages = Mutex<[OutgoingMessage]>([])
    private let announce: @Sendable (OutgoingMessage) -> Void

    package let sendTimeout = Duration.zero

    /// - Parameter announce: Called for each message, for example to print it.
    package init(announce: @escaping @Sendable (OutgoingMessage) -> Void = { _ in }) {
        self.announce = announce
    }

    package func send(_ message: EmailMessage) async throws(DeliveryError) { insert(.mail(message)) }

    package func send(_ message: SMSMessage) async throws(DeliveryError) { insert(.sms(message)) }

    private func insert(_ message: OutgoingMessage) {
        messages.withLock { messages in
            messages.insert(message, at: 0)
            if messages.count > Self.capacity { messages.removeLast() }
        }
        announce(message)
    }

    /// All messages, newest first.
    package var all: [OutgoingMessage] { messages.withLock { $0 } }

    /// The emails, newest first.
    package var mails: [EmailMessage] {
        all.compactMap { if case .mail(let mail) = $0 { mail } else { nil } }
    }

    /// The SMS, newest first.
    package var smsMessages: [SMSMessage] {
        all.compactMap { if case .sms(let sms) = $0 { sms } else { nil } }
    }
}
