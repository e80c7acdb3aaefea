import GatehouseStore

/// Commits that share a transaction, and what came of it.
struct WriteGroup {
    /// The first statement that failed, and so undid the transaction.
    struct Failure {
        let state: SQLState
        /// Which of the commits it belongs to, and which change there; `nil` when it is the transaction's own.
        let job: (index: Int, position: Int)?
    }

    let jobs: [WriteJob]
    private(set) var failure: Failure?
    private(set) var isCommitted = false
    private var answers: [@Sendable () -> Void] = []
    /// What comes before the statements of the commits.
    private let beginning: [Query]
    /// How many of those are still to come.
    private var beginningCount: Int
    /// Where the next statement after them is: in which commit, and there at which place.
    private var next = (job: 0, step: 0)

    init(_ jobs: [WriteJob]) {
        self.jobs = jobs
        beginning = [Self.begin] + Self.locks(for: jobs)
        beginningCount = beginning.count
    }

    private static let begin = Query("BEGIN")
    private static let commit = Query("COMMIT")

    /// Locks the counters that are altered, in an order that is the same at every node.
    ///
    /// Counters are what many commits of several nodes have in common. Were each locked when its turn comes, two nodes would often hold one that the
    /// other waits for, until PostgreSQL notices after a second.
    private static func locks(for jobs: [WriteJob]) -> [Query] {
        let keys = jobs.reduce(into: Set()) { $0.formUnion($1.script.counters) }
        guard keys.count > 1 else { return [] }
        return [
            Query("SELECT 1 FROM counters WHERE key = ANY(\(Array(keys))) ORDER BY key FOR NO KEY UPDATE")
        ]
    }

    /// The transaction as two sections of a pipeline.
    ///
    /// After a failure the server skips the rest of the first, and the `COMMIT` that it
    /// then gets, on its own, undoes what was done. So no answer is waited for.
    var sections: [[Query]] {
        [beginning + jobs.flatMap { $0.script.steps.map(\.query) }, [Self.commit]]
    }

    /// Takes in what came of the next statement of the first section.
    mutating func take(_ outcome: Outcome) {
        let place = nextPlace()
        switch outcome {
        case .skipped: break
        case .failed(let state):
            let job = place.map { ($0.job, jobs[$0.job].script.steps[$0.step].position) }
            failure = failure ?? Failure(state: state, job: job)
        case .done(let rows):
            guard let place, place.step == jobs[place.job].script.steps.count - 1 else { return }
            answers.append(jobs[place.job].finish(rows))
        }
    }

    /// Takes in what came of `COMMIT`, and answers the callers when it is done.
    mutating func takeCommit(_ outcome: Outcome) {
        switch outcome {
        case .done(let rows) where rows.tag == "COMMIT" && failure == nil:
            isCommitted = true
            for answer in answers { answer() }
        case .failed(let state):
            failure = failure ?? Failure(state: state, job: nil)
        case .done, .skipped: break
        }
    }

    private mutating func nextPlace() -> (job: Int, step: Int)? {
        guard beginningCount == 0 else {
            beginningCount -= 1
            return nil
        }
        defer {
            let isLast = next.step + 1 == jobs[next.job].script.steps.count
            next = isLast ? (next.job + 1, 0) : (next.job, next.step + 1)
        }
        return next
    }
}
