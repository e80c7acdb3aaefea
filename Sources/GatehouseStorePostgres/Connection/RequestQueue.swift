import GatehouseConcurrency
import GatehouseStore
import GatehouseStoreSQL
import GatehouseThreads

/// The requests of a store, which its connections process in batches.
///
/// Unlike a thread, a worker may have no connection. Requests then stay in the queue, where another worker can take
/// them, and fail if no worker is connected.
final class RequestQueue<Job: BatchedRequest>: Sendable {
    let jobs = WorkQueue<Job>(batch: Job.batchSize, workers: .permanent)
    private let connections = Mutex(0)

    func append(_ job: Job) {
        if case .rejected = jobs.append(job) { job.fail(with: .closed) }
    }

    func connectionOpened() {
        connections.withLock { $0 += 1 }
    }

    func connectionClosed() {
        connections.withLock { $0 -= 1 }
    }

    /// Fails the queued requests, unless another worker is connected.
    func failIfUnserved(_ reason: StoreError) {
        // Under the lock, so that no request is failed that a worker could take that has just connected.
        let unserved = connections.withLock { $0 == 0 ? jobs.removeAll() : [] }
        for job in unserved { job.fail(with: reason) }
    }

    /// Rejects new requests; the queued ones are still processed.
    func close() {
        jobs.stop()
    }
}

/// A request that shares a pipeline with others.
protocol BatchedRequest: Sendable {
    /// The maximum number of requests in a pipeline.
    ///
    /// One connection processes this many nearly as fast as one, and another connection wakes another database process.
    static var batchSize: Int { get }

    func fail(with error: StoreError)
}
