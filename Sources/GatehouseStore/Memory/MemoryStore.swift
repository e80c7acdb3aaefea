package import Foundation
import Synchronization

/// A store that forgets: the same semantics as the others, for tests and for trying things out.
package final class MemoryStore: Store {
    private let state = Mutex(MemoryState())

    package var isShared: Bool { false }

    package init() {}

    package func commit(_ changes: [Change]) async throws(StoreError) {
        try state.withLock { state throws(StoreError) in
            var next = state
            for (position, change) in changes.enumerated() where !next.apply(change) {
                throw .conflict(at: position)
            }
            state = next
        }
    }

    package func add(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter] {
        state.withLock { state in
            counts.map { added in
                var counter = added
                if let open = state.counters[added.key], open.expiresAt > now.flooredToMilliseconds {
                    counter.count += open.count
                    counter.expiresAt = open.expiresAt
                }
                state.counters[added.key] = counter
                return counter
            }
        }
    }

    package func sweep(before date: Date, grace: TimeInterval) async throws(StoreError) -> Int {
        state.withLock { $0.sweep(before: date, grace: grace) }
    }

    package func forecast(
        before date: Date,
        grace: TimeInterval,
        events: Date?
    ) async throws(StoreError) -> SweepForecast {
        state.withLock { $0.forecast(before: date, grace: grace, events: events) }
    }

    package func lastSweep() async throws(StoreError) -> Date? { state.withLock { $0.sweptAt } }

    package func time() async throws(StoreError) -> Date? { nil }

    package func forgetEvents(before date: Date) async throws(StoreError) -> Int {
        state.withLock { state in state.events.removeAll { $0.at < date.flooredToMilliseconds } }
    }

    package func checkHealth() async throws(StoreError) {}

    /// Does nothing: there is nothing to finish or to close.
    package func close() async throws(StoreError) {}

    package func takeDueMail(at now: Date, until: Date, limit: Int) async throws(StoreError) -> [QueuedMail] {
        state.withLock { state in
            let due = state.mail.records(by: \.createdAt).filter { $0.nextAttemptAt <= now.flooredToMilliseconds }
            return due.prefix(limit).map { message in
                var taken = message
                taken.nextAttemptAt = until
                state.mail[message.id] = taken
                return taken
            }
        }
    }

    /// Looks something up in the state as it is now.
    func read<Value: Sendable>(_ body: (MemoryState) -> Value) -> Value {
        state.withLock { body($0) }
    }
}
