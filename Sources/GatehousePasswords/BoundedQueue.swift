import Dispatch
import Synchronization

/// The queue between callers and the threads of `BoundedThreadPool`.
///
/// A job leaves the queue exactly once, to a thread or to the caller that cancels or stops it, so it completes exactly
/// once.
final class BoundedQueue: Sendable {
    struct Job: Sendable {
        let id: UInt64
        /// Runs the work and returns the closure that resumes the caller.
        let run: @Sendable () -> @Sendable () -> Void
        let reject: @Sendable (PasswordHashError) -> Void
    }

    private struct State {
        var lastID: UInt64 = 0
        var waiting: [Job] = []
        var running = 0
        var rejectedCount = 0
        var isStopped = false
    }

    /// The number of seconds over which the retries of rejected callers are spread.
    private static let spread = 4

    private let workers: Int
    private let limit: Int
    private let retryAfter: Duration
    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)

    init(workers: Int, limit: Int, retryAfter: Duration) {
        self.workers = max(workers, 1)
        self.limit = max(limit, 0)
        self.retryAfter = retryAfter
    }

    /// The number of jobs that wait for a thread.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func newID() -> UInt64 {
        state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
    }

    /// Adds a job if a thread or a place in the queue is free.
    func append(_ job: Job) throws(PasswordHashError) {
        try state.withLock { state throws(PasswordHashError) in
            guard !state.isStopped else { throw .shutDown }
            guard state.running + state.waiting.count < workers + limit else {
                // Spreads the retries of callers that are rejected together.
                defer { state.rejectedCount += 1 }
                throw .overloaded(retryAfter: retryAfter + .seconds(state.rejectedCount % Self.spread))
            }
            state.waiting.append(job)
        }
        signal.signal()
    }

    /// Removes a waiting job; returns `nil` if it has started, ended or never existed.
    func remove(_ id: UInt64) -> Job? {
        state.withLock { state in
            state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
        }
    }

    /// Stops the queue and returns the waiting jobs.
    func stop() -> [Job] {
        let dropped = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for _ in 0..<workers { signal.signal() }
        return dropped
    }

    /// Blocks the calling thread until a job is available; returns `nil` when the thread must end.
    func next() -> Job? {
        while true {
            signal.wait()
            let (job, isStopped) = state.withLock { state -> (Job?, Bool) in
                guard !state.waiting.isEmpty else { return (nil, state.isStopped) }
                state.running += 1
                return (state.waiting.removeFirst(), false)
            }
            if job != nil || isStopped { return job }
        }
    }

    /// Marks a job from `next()` as finished; called before its caller resumes, so that the caller finds a free thread.
    func finished() {
        state.withLock { $0.running -= 1 }
    }
}
