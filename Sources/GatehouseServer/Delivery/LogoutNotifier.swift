import Foundation
package import GatehouseStore
import Logging

/// A background task that enqueues the logout requests of ended sessions.
///
/// The store marks the notices of ended sessions as due, and this task replaces them by messages. Each notice is
/// removed in the commit that enqueues its message, so that a crash loses none and two servers do not send it twice.
package struct LogoutNotifier: Sendable {
    /// The time in seconds after which a message is not delivered any more.
    private static let messageLifetime: TimeInterval = 24 * 60 * 60
    /// The number of notices that are read at a time.
    private static let batchSize = 100

    private let store: any ChangeCommitter & LogoutNoticeReader
    private let records: RecordLookup
    private let outbox: MessageOutbox
    private let wait: @Sendable (Duration) async throws -> Void

    init(
        store: any ChangeCommitter & LogoutNoticeReader,
        records: RecordLookup,
        outbox: MessageOutbox,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.store = store
        self.records = records
        self.outbox = outbox
        self.wait = wait
    }

    /// Enqueues logout requests until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            let count: Int
            do { count = try await enqueueDue() } catch {
                outbox.environment.logger.error("could not enqueue logout requests", metadata: ["error": "\(error)"])
                count = 0
            }
            if count == 0 {
                do { try await wait(.seconds(1)) } catch { return }
            }
        }
    }

    /// Enqueues a batch of logout requests that are due.
    ///
    /// - Returns: The number of notices.
    /// - Throws: ``StoreError/unavailable(_:)``.
    package func enqueueDue() async throws(StoreError) -> Int {
        let due = try await store.dueLogoutNotices(limit: Self.batchSize)
        for notices in Dictionary(grouping: due, by: Recipient.init).values {
            guard let first = notices.first else { continue }
            var changes = notices.map { Change.logoutNotice(.remove($0.id)) }
            let client = try await records.servedClient(first.clientID)
            do throws(StoreError) {
                if let client { changes.append(try message(of: first, to: client)) }
                try await store.commit(changes)
            } catch .conflict {
                // Another server has enqueued the message, or the client was deleted.
            }
        }
        return due.count
    }

    private func message(of notice: LogoutNotice, to client: Client) throws(StoreError) -> Change {
        let environment = outbox.environment
        let message = LogoutMessage(
            clientID: client.id,
            accountID: notice.accountID,
            browserSessionID: notice.browserSessionID,
            sessionID: notice.id.rawValue,
            tokenID: OpaqueToken.identifier(random: environment.random)
        )
        do throws(ServiceFailure) {
            return try outbox.logout(
                message,
                isVouchedFor: client.hasOperator,
                expiresAt: environment.now.addingTimeInterval(Self.messageLifetime)
            )
        } catch {
            throw .unavailable("The message could not be sealed.")
        }
    }

    /// The client and the session that one logout token names; sessions of one browser session share it.
    private struct Recipient: Hashable {
        let client: Client.ID
        let session: String

        init(_ notice: LogoutNotice) {
            client = notice.clientID
            session = notice.browserSessionID?.rawValue ?? notice.id.rawValue
        }
    }
}
