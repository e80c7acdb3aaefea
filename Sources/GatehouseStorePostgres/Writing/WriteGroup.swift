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
    /// Where the next statement is: in which commit, and there at which place; `nil` while it is `BEGIN`.
    private var next: (job: Int, step: Int)?

    init(_ jobs: [WriteJob]) {
        self.jobs = jobs
    }

    private static let begin = Query("BEGIN")
    private static let commit = Query("COMMIT")

    /// The transaction as two sections of a pipeline.
    ///
    /// After a failure the server skips the rest of the first, and the `COMMIT` that it
    /// then gets, on its own, undoes what was done. So no answer is waited for.
    var sections: [[Query]] {
        [[Self.begin] + jobs.flatMap { $0.steps.map(\.query) }, [Self.commit]]
    }

    /// Takes in what came of the next statement of the first section.
    mutating func take(_ outcome: Outcome) {
        let place = next
        advance()
        switch outcome {
        case .skipped: break
        case .failed(let state):
            let job = place.map { ($0.job, jobs[$0.job].steps[$0.step].position) }
            failure = failure ?? Failure(state: state, job: job)
        case .done(let rows):
            guard let place, place.step == jobs[place.job].steps.count - 1 else { return }
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

    private mutating func advance() {
        guard let (job, step) = next else {
            next = (0, 0)
            return
        }
        next = step + 1 < jobs[job].steps.count ? (job, step + 1) : (job + 1, 0)
    }
}
