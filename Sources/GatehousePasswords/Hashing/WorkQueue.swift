import Dispatch
import Synchronization

/// The queue between those who ask for work and the threads of `BoundedWorkers`.
///
/// A job leaves it exactly once: to a thread, or to whoever cancels or stops it. So each is answered exactly once.
final class WorkQueue: Sendable {
    struct Job: Sendable {
        let id: UInt64
        /// Does the work, and gives what answers whoever waits for it.
        let run: @Sendable () -> @Sendable () -> Void
        let refuse: @Sendable (PasswordHashError) -> Void
    }

    private struct State {
        var lastID: UInt64 = 0
        var waiting: [Job] = []
        var running = 0
        var refused = 0
        var isStopped = false
    }

    /// Over so many seconds those come back who were refused.
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

    /// How many jobs wait for a thread.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func newID() -> UInt64 {
        state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
    }

    /// Takes a job in if a thread is free for it or a place in the queue is.
    func append(_ job: Job) throws(PasswordHashError) {
        try state.withLock { state throws(PasswordHashError) in
            guard !state.isStopped else { throw .shutDown }
            guard state.running + state.waiting.count < workers + limit else {
                // One after the other, so that those who are refused together do not come back together.
                defer { state.refused += 1 }
                throw .overloaded(retryAfter: retryAfter + .seconds(state.refused % Self.spread))
            }
            state.waiting.append(job)
        }
        signal.signal()
    }

    /// Takes a waiting job out, or answers nil when it has begun, ended or was never there.
    func remove(_ id: UInt64) -> Job? {
        state.withLock { state in
            state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
        }
    }

    /// Ends the queue and hands back what still waited.
    func stop() -> [Job] {
        let dropped = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for _ in 0..<workers { signal.signal() }
        return dropped
    }

    /// Blocks the calling thread until there is a job for it; nil means that the thread is to end.
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

    /// To be called after each job that `next()` gave out, and before that is answered: who has been answered finds the thread free.
    func finished() {
        state.withLock { $0.running -= 1 }
    }
}
