import GRDB
import GatehouseStore
import Synchronization

/// Reads for everybody who waits in one transaction, as ``GroupCommitter`` writes for them: waking a thread is dearer than looking a row up.
///
/// A transaction begins after its reads were asked for, so each sees every commit that had returned by then.
final class GroupReader: Sendable {
    private struct State {
        var waiting: [ReadJob] = []
        var readers = 0
    }

    /// So many reads at most share a transaction; when more wait, another connection helps.
    private static let batchSize = 64
    private static let maximumReaders = 4

    private let pool: DatabasePool
    private let state = Mutex(State())

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

    private func enqueue(_ job: ReadJob) {
        let mustStart = state.withLock { state in
            state.waiting.append(job)
            guard state.readers < Self.maximumReaders, state.waiting.count > state.readers * Self.batchSize else {
                return false
            }
            state.readers += 1
            return true
        }
        guard mustStart else { return }
        pool.asyncUnsafeRead { result in
            while let batch = self.nextBatch() { Self.read(batch, result) }
        }
    }

    private func nextBatch() -> [ReadJob]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.readers -= 1
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.batchSize))
            state.waiting.removeFirst(batch.count)
            return batch
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
