import Foundation
import GatehouseConcurrency
import GatehouseMetrics
import GatehouseStore
import Logging

/// A log of limits that callers reach, at most one line per limit, caller and minute.
final class LimitLog: Sendable {
    private struct Entry: Hashable {
        let limit: LimitName
        let caller: String
        let client: Client.ID?
    }

    private struct State {
        var minute = Int64.min
        var logged: Set<Entry> = []
    }

    /// The most lines per minute, so that a flood from many addresses does not fill the disk.
    private let capacity: Int
    private let logger: Logger
    private let reached: LabelledCounter
    private let state = Mutex(State())

    init(logger: Logger, reached: LabelledCounter, capacity: Int = 1000) {
        self.logger = logger
        self.reached = reached
        self.capacity = capacity
    }

    /// Counts a rejected request, and logs it unless the same caller was logged within this minute.
    func log(_ limit: LimitName, client: Client.ID? = nil, context: RequestMetadata?, at now: Date) {
        reached.increment(limit.rawValue)
        let entry = Entry(limit: limit, caller: context?.address ?? "unknown", client: client)
        let minute = Int64((now.timeIntervalSince1970 / 60).rounded(.down))
        let isNew = state.withLock { state in
            if state.minute != minute { state = State(minute: minute) }
            return state.logged.count < capacity && state.logged.insert(entry).inserted
        }
        guard isNew else { return }
        var metadata: Logger.Metadata = ["limit": "\(limit.rawValue)", "caller": "\(entry.caller)"]
        metadata["client"] = client.map { "\($0)" }
        metadata["request"] = context.map { "\($0.requestID)" }
        logger.notice("limit reached", metadata: metadata)
    }
}
