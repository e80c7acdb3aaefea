import GatehouseStore
import GatehouseStoreSQL

/// Commits that share a transaction, and their result.
struct WriteBatch {
    /// The first statement that failed, which rolled back the transaction.
    struct Failure {
        let state: SQLState
        /// The index of the commit, and the position of the change in it; `nil` for a statement of the transaction
        /// itself.
        let job: (index: Int, position: Int)?
    }

    let jobs: [PostgresWrite]
    private(set) var failure: Failure?
    private(set) var isCommitted = false
    private var completions: [@Sendable () -> Void] = []
    /// The statements before those of the commits.
    private let preamble: [PreparedQuery]
    /// The number of preamble statements without a result.
    private var pendingPreamble: Int
    /// The next statement after the preamble: the index of its commit, and its index there.
    private var next = (job: 0, statement: 0)

    init(_ jobs: [PostgresWrite]) {
        self.jobs = jobs
        preamble = [Self.begin] + Self.locks(for: jobs)
        pendingPreamble = preamble.count
    }

    private static let begin = PreparedQuery("BEGIN")
    private static let commit = PreparedQuery("COMMIT")

    /// Returns the statements that lock the counters to be changed, in the same order on every node.
    ///
    /// Commits of several nodes often share counters. If each were locked when it is changed, two nodes would often
    /// hold one that the other waits for, and PostgreSQL only detects a deadlock after a second.
    private static func locks(for jobs: [PostgresWrite]) -> [PreparedQuery] {
        let keys = jobs.reduce(into: Set()) { $0.formUnion($1.counters) }
        guard keys.count > 1 else { return [] }
        var parameters = StatementParameters()
        parameters.append(Array(keys))
        return [
            PreparedQuery("SELECT 1 FROM counters WHERE key = ANY($1) ORDER BY key FOR NO KEY UPDATE", parameters)
        ]
    }

    /// The transaction as two sections of a pipeline.
    ///
    /// After a failure the server skips the rest of the first section, and the separate `COMMIT` then rolls back the
    /// transaction. Both sections can therefore be sent without waiting.
    var sections: [[PreparedQuery]] {
        [preamble + jobs.flatMap { $0.statements.map(\.query) }, [Self.commit]]
    }

    /// Records the result of the next statement of the first section.
    mutating func take(_ result: StatementResult) {
        let place = nextPlace()
        switch result {
        case .skipped: break
        case .failed(let state):
            let job = place.map { ($0.job, jobs[$0.job].statements[$0.statement].position) }
            failure = failure ?? Failure(state: state, job: job)
        case .done(let rows):
            guard let place, place.statement == jobs[place.job].statements.count - 1 else { return }
            completions.append(jobs[place.job].finish(rows))
        }
    }

    /// Records the result of `COMMIT`, and completes the callers if it succeeded.
    mutating func takeCommit(_ result: StatementResult) {
        switch result {
        case .done(let rows) where rows.tag == "COMMIT" && failure == nil:
            isCommitted = true
            for completion in completions { completion() }
        case .failed(let state):
            failure = failure ?? Failure(state: state, job: nil)
        case .done, .skipped: break
        }
    }

    private mutating func nextPlace() -> (job: Int, statement: Int)? {
        guard pendingPreamble == 0 else {
            pendingPreamble -= 1
            return nil
        }
        defer {
            let isLast = next.statement + 1 == jobs[next.job].statements.count
            next = isLast ? (next.job + 1, 0) : (next.job, next.statement + 1)
        }
        return next
    }
}

/// A write request in a shared transaction; completes exactly once.
struct PostgresWrite: BatchedRequest {
    /// The maximum number of commits in a transaction, which bounds the delay of the first one.
    static let batchSize = 256

    struct Statement: Sendable {
        let query: PreparedQuery
        /// The position of its change in the commit.
        let position: Int

        init(_ query: PreparedQuery, position: Int = 0) {
            self.query = query
            self.position = position
        }

        init(_ statement: StatementBatch.Statement) {
            self.init(
                PreparedQuery(statement.text, StatementParameters(statement.parameters)),
                position: statement.position
            )
        }
    }

    let statements: [Statement]
    /// The counters that it changes.
    let counters: Set<String>
    /// Decodes the result of the last statement, and returns the closure that passes it to the caller once the
    /// transaction is durable.
    let finish: @Sendable (PostgresResult) -> @Sendable () -> Void
    private let onFailure: @Sendable (StoreError) -> Void

    init<Value: Sendable>(
        _ statements: [Statement],
        altering counters: Set<String> = [],
        decode: @escaping @Sendable (PostgresResult) throws(StoreError) -> Value,
        completion: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        self.statements = statements
        self.counters = counters
        finish = { rows in
            let result: Result<Value, StoreError>
            do throws(StoreError) { result = .success(try decode(rows)) } catch { result = .failure(error) }
            return { completion(result) }
        }
        onFailure = { completion(.failure($0)) }
    }

    func fail(with error: StoreError) { onFailure(error) }
}

extension ConnectionWorker {
    /// The maximum number of attempts of a commit that conflicts with other transactions.
    private static let commitAttempts = 8

    /// Processes the queued writes; the only writer of a node.
    func serve(writes queue: RequestQueue<PostgresWrite>, _ metrics: StoreMetrics = .unexposed) async {
        await serve(queue) { worker, jobs, connection in
            metrics.recordCommitBatch(jobs.count)
            return await worker.write(jobs, over: connection)
        }
    }

    /// Commits the requests together.
    ///
    /// Requests of a transaction that was rolled back are retried in smaller ones, so that each fails only because of
    /// its own statements.
    ///
    /// - Returns: Whether the connection can be reused.
    private func write(_ jobs: [PostgresWrite], over connection: PostgresConnection) async -> Bool {
        var groups = [jobs]
        var attempts = 0
        while !groups.isEmpty {
            let rolledBack: [WriteBatch]
            do throws(PostgresConnectionError) {
                rolledBack = try commit(groups, over: connection)
            } catch {
                return false
            }
            attempts += 1
            if rolledBack.contains(where: { $0.failure?.state == .readOnlyTransaction }) {
                // The server has become a standby; reconnecting finds the primary.
                for group in rolledBack { fail(group.jobs, with: StoreError(.readOnlyTransaction)) }
                return false
            }
            groups = rolledBack.flatMap { resolve($0, after: attempts) }
            if rolledBack.contains(where: \.isRetryable) { await environment.pause(beforeTry: attempts) }
        }
        return true
    }

    /// Runs one transaction for each group, all in one pipeline, and completes those that are committed.
    ///
    /// - Returns: The groups that were rolled back.
    private func commit(
        _ groups: [[PostgresWrite]],
        over connection: PostgresConnection
    ) throws(PostgresConnectionError) -> [WriteBatch] {
        var groups = groups.map(WriteBatch.init)
        do throws(PostgresConnectionError) {
            try connection.run(groups.flatMap(\.sections)) { section, _, result in
                if section.isMultiple(of: 2) {
                    groups[section / 2].take(result)
                } else {
                    groups[section / 2].takeCommit(result)
                }
            }
        } catch {
            // The results of these commits are unknown.
            for group in groups where !group.isCommitted { fail(group.jobs, with: .connectionLost) }
            throw error
        }
        return groups.filter { !$0.isCommitted }
    }

    /// Fails the requests of a rolled-back transaction, if they cannot be retried.
    ///
    /// - Returns: The requests to retry, by transaction.
    private func resolve(_ group: WriteBatch, after attempts: Int) -> [[PostgresWrite]] {
        let alone = group.jobs.map { [$0] }
        if group.isRetryable, attempts < Self.commitAttempts { return alone }
        if group.jobs.count > 1 { return attempts == 1 ? group.splitAtFailure() : alone }
        fail(group.jobs, with: group.failure.map { StoreError($0) } ?? .unavailable("The transaction was rolled back."))
        return []
    }

    private func fail(_ jobs: [PostgresWrite], with error: StoreError) {
        for job in jobs { job.fail(with: error) }
    }
}

extension StoreError {
    fileprivate init(_ failure: WriteBatch.Failure) {
        self =
            if let job = failure.job, failure.state.isConflict {
                .conflict(at: job.position)
            } else {
                StoreError(failure.state)
            }
    }
}

extension WriteBatch {
    /// Whether the transaction conflicted with another one.
    fileprivate var isRetryable: Bool { failure?.state.isTransient ?? false }

    /// Returns the commits before the failed one, that one, and those after it: usually only one commit fails.
    fileprivate func splitAtFailure() -> [[PostgresWrite]] {
        guard let index = failure?.job?.index else { return jobs.map { [$0] } }
        return [Array(jobs[..<index]), [jobs[index]], Array(jobs[(index + 1)...])].filter { !$0.isEmpty }
    }
}
