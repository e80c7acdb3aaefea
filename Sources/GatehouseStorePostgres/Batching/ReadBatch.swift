import GatehouseStore
import GatehouseThreads

/// A read request; completes exactly once.
struct PostgresRead: BatchedRequest {
    static let batchSize = 64

    let query: PreparedQuery
    /// Whether it was sent before, over a connection that was lost.
    private(set) var isRetry = false
    /// Decodes the rows and passes the result to the caller.
    let complete: @Sendable (PostgresResult) -> Void
    private let onFailure: @Sendable (StoreError) -> Void

    init<Value: Sendable>(
        _ query: PreparedQuery,
        decode: @escaping @Sendable (PostgresResult) throws(StoreError) -> Value,
        completion: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        self.query = query
        complete = { rows in
            do throws(StoreError) { completion(.success(try decode(rows))) } catch { completion(.failure(error)) }
        }
        onFailure = { completion(.failure($0)) }
    }

    func fail(with error: StoreError) { onFailure(error) }

    var retried: PostgresRead {
        var job = self
        job.isRetry = true
        return job
    }
}

extension ConnectionWorker {
    /// Processes the queued reads.
    func serve(reads queue: RequestQueue<PostgresRead>, _ metrics: StoreMetrics = .unexposed) async {
        await serve(queue) { worker, jobs, connection in
            metrics.recordReadBatch(jobs.count)
            return worker.read(jobs, over: connection, queue)
        }
    }

    /// Runs the queries in one pipeline with one synchronization point, as reads seldom fail; queries that were skipped
    /// after a failure are sent again.
    ///
    /// - Returns: Whether the connection can be reused.
    private func read(
        _ jobs: [PostgresRead],
        over connection: PostgresConnection,
        _ queue: RequestQueue<PostgresRead>
    ) -> Bool {
        var jobs = jobs
        while !jobs.isEmpty {
            var skipped: [PostgresRead] = []
            var received = 0
            do throws(PostgresConnectionError) {
                try connection.run([jobs.map(\.query)]) { _, place, result in
                    received = place + 1
                    switch result {
                    case .done(let rows): jobs[place].complete(rows)
                    case .failed(let state): jobs[place].fail(with: StoreError(state))
                    case .skipped: skipped.append(jobs[place])
                    }
                }
            } catch {
                retry(skipped + jobs[received...], queue)
                return false
            }
            jobs = skipped
        }
        return true
    }

    /// Requeues reads that a lost connection left incomplete, once.
    private func retry(_ jobs: [PostgresRead], _ queue: RequestQueue<PostgresRead>) {
        for job in jobs where job.isRetry { job.fail(with: .connectionLost) }
        queue.jobs.requeue(jobs.filter { !$0.isRetry }.map(\.retried))
    }
}
