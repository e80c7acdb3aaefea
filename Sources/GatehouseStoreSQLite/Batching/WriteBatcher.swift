import GRDB
import GatehouseStore
import GatehouseStoreSQL
import GatehouseThreads

/// Runs concurrent writes in shared transactions, and completes them once the transaction is durable.
///
/// Callers suspend; the work is done on the thread of GRDB's writing connection. If a write fails, which is rare, the
/// transaction is repeated with a savepoint for each write, so that the others are unaffected.
final class WriteBatcher: Sendable {
    private let pool: DatabasePool
    private let metrics: StoreMetrics
    private let damage: DamageRecord
    /// The queue of the writing connection, which is used by one batch after the other and never waits for the next.
    ///
    /// The size of a batch bounds the delay of its first write.
    private let queue = WorkQueue<SQLiteWrite>(batch: 256, workers: .init(maximum: 1, maximumIdle: 0))

    init(
        _ pool: DatabasePool,
        metrics: StoreMetrics = .unexposed,
        damage: DamageRecord = DamageRecord()
    ) throws {
        self.pool = pool
        self.metrics = metrics
        self.damage = damage
        // GRDB opens WAL databases with `NORMAL`, which may lose acknowledged commits in a power failure.
        try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
    }

    /// Runs the body in a transaction and returns when it is durable; an error of the body rolls back the body only.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            enqueue(SQLiteWrite(body) { continuation.resume(returning: $0) })
        }
        return try damage.value(of: result)
    }

    /// Rejects new writes, and returns when the last one is done.
    func close() async {
        queue.stop()
        await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { db in
                // Updates the statistics of the query planner only, so a failure is ignored.
                try? db.execute(sql: "PRAGMA optimize")
                continuation.resume()
            }
        }
    }

    private func enqueue(_ job: SQLiteWrite) {
        switch queue.append(job) {
        case .accepted: break
        case .needsWorker:
            pool.asyncWriteWithoutTransaction { db in
                while let batch = self.queue.next() { self.commit(batch, db) }
            }
        case .rejected: job.fail(.closed)
        }
    }

    private func commit(_ batch: [SQLiteWrite], _ db: Database) {
        metrics.recordCommitBatch(batch.count)
        do {
            try db.beginTransaction(.immediate)
            let completions = try runInOneTransaction(batch, db) ?? runWithSavepoints(batch, db)
            try db.commit()
            for completion in completions { completion() }
        } catch {
            if db.isInsideTransaction { try? db.rollback() }
            for job in batch { job.fail(StoreError(error)) }
        }
    }

    /// Runs all writes; returns `nil`, in a new transaction, if one of them failed.
    private func runInOneTransaction(_ batch: [SQLiteWrite], _ db: Database) throws -> [@Sendable () -> Void]? {
        do {
            return try batch.map { try $0.run(db) }
        } catch {
            if db.isInsideTransaction { try db.rollback() }
            try db.beginTransaction(.immediate)
            return nil
        }
    }

    private func runWithSavepoints(_ batch: [SQLiteWrite], _ db: Database) throws -> [@Sendable () -> Void] {
        try batch.map { job in
            let completion = job.runInSavepoint(db)
            // SQLite rolls back the whole transaction on some errors, such as a full disk.
            guard db.isInsideTransaction else { throw StoreError.unavailable("The transaction was rolled back.") }
            return completion
        }
    }
}

/// A write in a shared transaction; completes exactly once.
struct SQLiteWrite: Sendable {
    /// Writes, and returns the closure that passes the result to the caller when the transaction is durable.
    ///
    /// Throws the error of the write, which may be partially applied then.
    let run: @Sendable (Database) throws -> @Sendable () -> Void
    /// Writes in a savepoint: an error of the write is passed to the caller and leaves no changes.
    let runInSavepoint: @Sendable (Database) -> @Sendable () -> Void
    /// Fails with an error of the transaction.
    let fail: @Sendable (StoreError) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        completion: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        run = { db in
            let value = try body(db)
            return { completion(.success(value)) }
        }
        runInSavepoint = { db in
            let result = Result { try db.inSavepointReturning { try body(db) } }.mapError(StoreError.init)
            return { completion(result) }
        }
        fail = { completion(.failure($0)) }
    }
}

extension Database {
    fileprivate func inSavepointReturning<Value>(_ body: () throws -> Value) throws -> Value {
        var value: Value?
        try inSavepoint {
            value = try body()
            return .commit
        }
        guard let value else { throw StoreError.unavailable("The savepoint did not run.") }
        return value
    }
}
