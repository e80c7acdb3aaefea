import Foundation
package import GatehouseStore
import Logging

/// A background task that enqueues audit events for the receivers of the configuration file.
///
/// The store writes a notice for each registered stream in the commit of an event, whichever process commits it. This
/// task replaces notices by messages, in one commit, so that a crash loses none and two nodes do not send it twice.
package struct EventForwarder: Sendable {
    /// The time in seconds after which an event is not delivered any more.
    private static let messageLifetime: TimeInterval = 24 * 60 * 60
    /// The number of notices that are read at a time.
    private static let batchSize = 100

    private let receivers: [EventStream.ID: EventReceiver]
    private let store: any ChangeCommitter & EventNoticeReader
    private let outbox: MessageOutbox
    private let wait: @Sendable (Duration) async throws -> Void

    init(
        receivers: [EventReceiver],
        store: any ChangeCommitter & EventNoticeReader,
        outbox: MessageOutbox,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.receivers = Dictionary(receivers.map { ($0.stream, $0) }) { first, _ in first }
        self.store = store
        self.outbox = outbox
        self.wait = wait
    }

    /// Enqueues events until the task is cancelled; returns at once without receivers.
    package func run() async {
        var isPrepared = false
        while !Task.isCancelled {
            var count = 0
            do {
                if !isPrepared { try await removeOtherStreams() }
                isPrepared = true
                try await registerStreams()
                count = try await enqueueDue()
            } catch {
                outbox.environment.logger.error("could not enqueue events", metadata: ["error": "\(error)"])
            }
            if isPrepared, receivers.isEmpty { return }
            if count == 0 {
                do { try await wait(.seconds(1)) } catch { return }
            }
        }
    }

    /// Removes the streams that are no longer in the configuration file, and the notices that earlier removals left.
    package func removeOtherStreams() async throws(StoreError) {
        let others = try await store.eventStreams().filter { receivers[$0] == nil }
        try await store.commit(others.map { .eventStream(.remove($0)) } + [.eventStream(.removeStrayNotices)])
    }

    /// Registers the streams that are not registered, also because a node with an older file has removed them.
    package func registerStreams() async throws(StoreError) {
        guard !receivers.isEmpty else { return }
        let registered = Set(try await store.eventStreams())
        for (stream, receiver) in receivers where !registered.contains(stream) {
            var changes: [Change] = [.eventStream(.insert(stream))]
            // A receiver of shared signals learns that its stream works (Shared Signals Framework §8.1.4).
            if receiver.usesSharedSignals {
                let id = OpaqueToken.identifier(random: outbox.environment.random)
                changes.append(try message(EventMessage(stream: stream, id: id, event: nil)))
            }
            do throws(StoreError) { try await store.commit(changes) } catch .conflict {
                // Another node has registered it.
            }
        }
    }

    /// Enqueues a batch of events.
    ///
    /// - Returns: The number of notices.
    /// - Throws: ``StoreError/unavailable(_:)``.
    package func enqueueDue() async throws(StoreError) -> Int {
        let streams = receivers.keys.sorted { $0.rawValue < $1.rawValue }
        let notices = try await store.eventNotices(for: streams, limit: Self.batchSize)
        var changes: [Change] = []
        for notice in notices {
            changes.append(.eventStream(.removeNotice(notice.stream, notice.event)))
            guard let receiver = receivers[notice.stream], receiver.receives(notice.event) else { continue }
            let id = notice.event.id.rawValue
            changes.append(try message(EventMessage(stream: notice.stream, id: id, event: notice.event)))
        }
        guard !changes.isEmpty else { return 0 }
        do throws(StoreError) { try await store.commit(changes) } catch .conflict {
            // Another node has enqueued some of them.
            return 0
        }
        return notices.count
    }

    private func message(_ message: EventMessage) throws(StoreError) -> Change {
        do throws(ServiceFailure) {
            let end = outbox.environment.now.addingTimeInterval(Self.messageLifetime)
            return try outbox.event(message, expiresAt: end)
        } catch {
            throw .unavailable("The message could not be sealed.")
        }
    }
}

extension EventReceiver {
    /// Returns whether the receiver gets an event.
    fileprivate func receives(_ event: AuditEvent) -> Bool {
        switch format {
        case .webhook(_, let kinds): kinds.isEmpty || kinds.contains(event.kind)
        case .sharedSignals(let audience, _): SecurityEvent(event, for: audience) != nil
        }
    }
}
