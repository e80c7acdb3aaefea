import Dispatch
import GRDB
import GatehouseStore
import Synchronization

/// Runs concurrent reads in shared transactions, as ``WriteBatcher`` does for writes: waking a thread costs more than
/// looking up a row.
///
/// One connection waits for reads on its thread, because fetching one from the pool costs two more thread switches. A
/// transaction begins after its reads were queued, so each read sees every commit that had returned by then.
final class ReadBatcher: Sendable {
    private struct State {
        var waiting: [SQLiteRead] = []
        /// The number of connections that read or wait for reads.
        var readers = 0
        var isOneIdle = false
        var isClosed = false
    }

    /// The maximum number of reads in a transaction; beyond it, another connection is used.
    private static let batchSize = 64
    private static let maximumReaders = 4

    private let pool: DatabasePool
    private let state = Mutex(State())
    /// Signals the idle connection.
    private let readsQueued = DispatchSemaphore(value: 0)

    init(_ pool: DatabasePool) {
        self.pool = pool
    }

    /// Runs a short read on a reading connection.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            enqueue(SQLiteRead(body) { continuation.resume(returning: $0) })
        }
        return try result.get()
    }

    /// Releases the idle connection; later reads run without a waiting connection.
    func close() {
        let isOneIdle = state.withLock { state in
            state.isClosed = true
            return Self.claimIdleReader(&state)
        }
        if isOneIdle { readsQueued.signal() }
    }

    private func enqueue(_ job: SQLiteRead) {
        let (isOneIdle, mustStart) = state.withLock { state in
            state.waiting.append(job)
            if Self.claimIdleReader(&state) { return (true, false) }
            guard state.readers < Self.maximumReaders, state.waiting.count > state.readers * Self.batchSize else {
                return (false, false)
            }
            state.readers += 1
            return (false, true)
        }
        if isOneIdle { readsQueued.signal() }
        guard mustStart else { return }
        pool.asyncUnsafeRead { result in
            let isOpen = (try? result.get()) != nil
            while let batch = self.nextBatch(mayWait: isOpen) { Self.read(batch, result) }
        }
    }

    private static func claimIdleReader(_ state: inout State) -> Bool {
        defer { state.isOneIdle = false }
        return state.isOneIdle
    }

    /// Waits for reads and returns the next batch; `nil` if this connection is no longer needed.
    private func nextBatch(mayWait: Bool) -> [SQLiteRead]? {
        while true {
            let (batch, waits) = state.withLock { state -> ([SQLiteRead], Bool) in
                // Without a connection, fails the queued reads only if no other reader is connected.
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
            readsQueued.wait()
        }
    }

    private static func read(_ batch: [SQLiteRead], _ connection: Result<Database, any Error>) {
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

/// A read in a shared transaction; completes exactly once.
struct SQLiteRead: Sendable {
    /// Reads, and passes the result to the caller.
    let run: @Sendable (Database) -> Void
    /// Fails with an error of the transaction.
    let fail: @Sendable (StoreError) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        completion: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        run = { db in completion(Result { try body(db) }.mapError(StoreError.init)) }
        fail = { completion(.failure($0)) }
    }
}
