import Dispatch
import GRDB
import GatehouseStore
import Synchronization

/// Reads for everybody who waits in one transaction, as ``GroupCommitter`` writes for them: waking a thread is dearer than looking a row up.
///
/// One connection waits for the next read on its thread, as getting one from the pool costs two wakings more. A transaction begins after its reads
/// were asked for, so each sees every commit that had returned by then.
final class GroupReader: Sendable {
    private struct State {
        var waiting: [ReadJob] = []
        /// Connections that read, or wait for reads.
        var readers = 0
        var isOneIdle = false
        var isClosed = false
    }

    /// So many reads at most share a transaction; when more wait, another connection helps.
    private static let batchSize = 64
    private static let maximumReaders = 4

    private let pool: DatabasePool
    private let state = Mutex(State())
    /// What the idle connection waits for.
    private let call = DispatchSemaphore(value: 0)

    init(_ pool: DatabasePool) {
        self.pool = pool
    }

    /// Runs the body, which finds a row or a few, on a reading connection.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            enqueue(ReadJob(body) { continuation.resume(returning: $0) })
        }
        return try result.get()
    }

    /// Lets the idle connection go; reads after this are done without one that waits.
    func close() {
        let isOneIdle = state.withLock { state in
            state.isClosed = true
            return Self.takeIdle(&state)
        }
        if isOneIdle { call.signal() }
    }

    private func enqueue(_ job: ReadJob) {
        let (isOneIdle, mustStart) = state.withLock { state in
            state.waiting.append(job)
            if Self.takeIdle(&state) { return (true, false) }
            guard state.readers < Self.maximumReaders, state.waiting.count > state.readers * Self.batchSize else {
                return (false, false)
            }
            state.readers += 1
            return (false, true)
        }
        if isOneIdle { call.signal() }
        guard mustStart else { return }
        pool.asyncUnsafeRead { result in
            let isOpen = (try? result.get()) != nil
            while let batch = self.nextBatch(mayWait: isOpen) { Self.read(batch, result) }
        }
    }

    private static func takeIdle(_ state: inout State) -> Bool {
        defer { state.isOneIdle = false }
        return state.isOneIdle
    }

    /// What to read next, once there is something; `nil` when this connection is not needed any more.
    private func nextBatch(mayWait: Bool) -> [ReadJob]? {
        while true {
            let (batch, waits) = state.withLock { state -> ([ReadJob], Bool) in
                // Whoever has no connection refuses what waits only when nobody else could read it.
                guard state.waiting.isEmpty || !mayWait && state.readers > 1 else {
                    let batch = Array(state.waiting.prefix(Self.batchSize))
                    state.waiting.removeFirst(batch.count)
                    return (batch, false)
                }
                guard mayWait, !state.isOneIdle, !state.isClosed else {
                    state.readers -= 1
                    return ([], false)
                }
                state.isOneIdle = true
                return ([], true)
            }
            guard waits else { return batch.isEmpty ? nil : batch }
            call.wait()
        }
    }

    private static func read(_ batch: [ReadJob], _ connection: Result<Database, any Error>) {
        do {
            let db = try connection.get()
            try db.beginTransaction(.deferred)
            for job in batch { job.run(db) }
            try? db.commit()
            if db.isInsideTransaction { try? db.rollback() }
        } catch {
            for job in batch { job.fail(StoreError(error)) }
        }
    }
}
