import GRDB
import GatehouseStore
import Synchronization

/// The one writer: takes everything that waits, runs it in one transaction, and answers all once that is on the disk.
///
/// Callers suspend; the work is done on the thread of GRDB's writing connection. When a job fails, which is rare, the transaction
/// is begun again with a savepoint for each job, so that the others are left alone.
final class GroupCommitter: Sendable {
    private struct State {
        var waiting: [WriteJob] = []
        var isDraining = false
        var isClosed = false
    }

    /// So many jobs at most share a transaction, which bounds how long the first of them waits for the last.
    private static let batchSize = 256

    private let pool: DatabasePool
    private let state = Mutex(State())

    init(_ pool: DatabasePool) throws {
        self.pool = pool
        // GRDB opens WAL databases with NORMAL, under which a commit that was answered may be lost with the power.
        try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
    }

    /// Runs the body in a transaction and returns when that is durable; what it throws rolls back the body alone.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            enqueue(WriteJob(body) { continuation.resume(returning: $0) })
        }
        return try result.get()
    }

    /// Takes no more jobs, and returns when the last one is done.
    func close() async {
        state.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { db in
                // Only statistics for the query planner: the next start does without them.
                try? db.execute(sql: "PRAGMA optimize")
                continuation.resume()
            }
        }
    }

    private func enqueue(_ job: WriteJob) {
        let (isClosed, mustStart) = state.withLock { state in
            guard !state.isClosed else { return (true, false) }
            state.waiting.append(job)
            defer { state.isDraining = true }
            return (false, !state.isDraining)
        }
        if isClosed { job.fail(.unavailable("The store is closed.")) }
        if mustStart { pool.asyncWriteWithoutTransaction { self.drain($0) } }
    }

    private func drain(_ db: Database) {
        while let batch = nextBatch() { commit(batch, db) }
    }

    private func nextBatch() -> [WriteJob]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isDraining = false
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.batchSize))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }

    private func commit(_ batch: [WriteJob], _ db: Database) {
        do {
            try db.beginTransaction(.immediate)
            let answers = try together(batch, db) ?? apart(batch, db)
            try db.commit()
            for answer in answers { answer() }
        } catch {
            if db.isInsideTransaction { try? db.rollback() }
            for job in batch { job.fail(StoreError(error)) }
        }
    }

    /// Runs all jobs; `nil`, in a new transaction, when one of them failed.
    private func together(_ batch: [WriteJob], _ db: Database) throws -> [@Sendable () -> Void]? {
        do {
            return try batch.map { try $0.run(db) }
        } catch {
            if db.isInsideTransaction { try db.rollback() }
            try db.beginTransaction(.immediate)
            return nil
        }
    }

    private func apart(_ batch: [WriteJob], _ db: Database) throws -> [@Sendable () -> Void] {
        try batch.map { job in
            let answer = job.runApart(db)
            // SQLite gives up the whole transaction on some errors, such as a full disk.
            guard db.isInsideTransaction else { throw StoreError.unavailable("The transaction was rolled back.") }
            return answer
        }
    }
}
