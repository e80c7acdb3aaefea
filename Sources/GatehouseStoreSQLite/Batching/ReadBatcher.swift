import GRDB
import GatehouseStore
import GatehouseStoreSQL
import GatehouseThreads

/// Runs concurrent reads in shared transactions, as ``WriteBatcher`` does for writes: waking a thread costs more than
/// looking up a row.
///
/// One connection waits for reads on its thread, because fetching one from the pool costs two more thread switches. A
/// transaction begins after its reads were queued, so each read sees every commit that had returned by then.
final class ReadBatcher: Sendable {
    /// The maximum number of reads in a transaction; beyond it, another connection is used.
    private static let batchSize = 64

    private let pool: DatabasePool
    private let metrics: StoreMetrics
    private let damage: DamageRecord
    private let queue = WorkQueue<SQLiteRead>(
        batch: batchSize,
        workers: .init(maximum: 4, maximumIdle: 1, backlog: batchSize)
    )

    init(
        _ pool: DatabasePool,
        metrics: StoreMetrics = .unexposed,
        damage: DamageRecord = DamageRecord()
    ) {
        self.pool = pool
        self.metrics = metrics
        self.damage = damage
    }

    /// Runs a short read on a reading connection.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            enqueue(SQLiteRead(body) { continuation.resume(returning: $0) })
        }
        return try damage.value(of: result)
    }

    /// Rejects new reads, and releases the idle connection.
    func close() {
        queue.stop()
    }

    private func enqueue(_ job: SQLiteRead) {
        switch queue.append(job) {
        case .accepted: break
        case .needsWorker: startReader()
        case .rejected: job.fail(.closed)
        }
    }

    private func startReader() {
        pool.asyncUnsafeRead { [queue, metrics] connection in
            do {
                let db = try connection.get()
                while let batch = queue.next() {
                    metrics.recordReadBatch(batch.count)
                    Self.read(batch, db)
                }
            } catch {
                for job in queue.leave() { job.fail(StoreError(error)) }
            }
        }
    }

    private static func read(_ batch: [SQLiteRead], _ db: Database) {
        do {
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
