import Synchronization

/// Where mail lands in development: kept in memory for the mailbox page, newest first, and told to whoever listens.
package final class DevelopmentMailbox: MailTransport {
    /// How many are kept.
    static let capacity = 200

    private let messages = Mutex<[MailMessage]>([])
    private let announce: @Sendable (MailMessage) -> Void

    /// - Parameter announce: is told of each mail as it arrives, to print it to the terminal, say.
    package init(announce: @escaping @Sendable (MailMessage) -> Void = { _ in }) {
        self.announce = announce
    }

    package func send(_ message: MailMessage) async throws(MailError) {
        messages.withLock { messages in
            messages.insert(message, at: 0)
            if messages.count > Self.capacity { messages.removeLast() }
        }
        announce(message)
    }

    /// What has arrived, newest first.
    package var all: [MailMessage] { messages.withLock { $0 } }
}
