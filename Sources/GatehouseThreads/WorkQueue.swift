import Dispatch
import GatehouseConcurrency

/// The queue between callers that suspend and workers that block: threads, or database connections on their threads.
///
/// A worker takes a batch of jobs, because waking a thread takes longer than many jobs do; a worker that already wakes
/// up is not signalled again. A job leaves the queue once, to a worker or to the caller that removes it, so it
/// completes once.
package final class WorkQueue<Job: Sendable>: Sendable {
    /// The result of adding a job.
    package enum Admission: Sendable, Equatable {
        /// A worker will take the job.
        case accepted
        /// The job is queued, and the caller must start a worker.
        case needsWorker
        case rejected(WorkRejection)
    }

    /// The workers that callers start when jobs need them.
    package struct Workers: Sendable {
        /// The maximum number of workers.
        let maximum: Int
        /// The maximum number of workers that wait for jobs; further ones end.
        let maximumIdle: Int
        /// The number of jobs that can wait for each busy worker before another one is started.
        let backlog: Int

        package init(maximum: Int, maximumIdle: Int, backlog: Int = 0) {
            self.maximum = maximum
            self.maximumIdle = maximumIdle
            self.backlog = backlog
        }

        /// Workers that run as long as the queue, each registered with ``WorkQueue/join()``.
        package static var permanent: Workers { Workers(maximum: 0, maximumIdle: .max) }
    }

    private struct State {
        var waiting: [Job] = []
        var inProgress = 0
        var workers = 0
        /// The number of workers that wait for a signal that is not sent yet.
        var sleeping = 0
        /// The number of workers for which a signal is sent and that have not resumed yet.
        var waking = 0
        var isStopped = false

        /// Reserves a sleeping worker for a signal, and returns whether there was one.
        mutating func wakeOne() -> Bool {
            guard sleeping > 0 else { return false }
            sleeping -= 1
            waking += 1
            return true
        }
    }

    private let limit: Int?
    private let batch: Int
    private let workers: Workers
    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)

    /// Creates an empty queue without workers.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of jobs that wait or are in progress; `nil` for no limit.
    ///   - batch: The maximum number of jobs that a worker takes together.
    ///   - workers: The workers that callers start.
    package init(limit: Int? = nil, batch: Int = 1, workers: Workers) {
        self.limit = limit
        self.batch = batch
        self.workers = workers
    }

    /// The number of jobs that wait for a worker.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }
}

// MARK: - Callers

extension WorkQueue {
    /// Adds a job, and wakes a worker unless one is waking up that can take the job along.
    package func append(_ job: Job) -> Admission {
        let (admission, mustWake) = state.withLock { state -> (Admission, Bool) in
            guard !state.isStopped else { return (.rejected(.stopped), false) }
            if let limit, state.waiting.count + state.inProgress >= limit { return (.rejected(.overloaded), false) }
            state.waiting.append(job)
            let remaining = state.waiting.count - state.waking * batch
            guard remaining > 0 else { return (.accepted, false) }
            if state.wakeOne() { return (.accepted, true) }
            let busy = state.workers - state.waking
            guard state.workers < workers.maximum, remaining > busy * workers.backlog else { return (.accepted, false) }
            state.workers += 1
            return (.needsWorker, false)
        }
        if mustWake { signal.signal() }
        return admission
    }

    /// Removes the first waiting job that matches; returns `nil` if a worker has taken it.
    package func remove(where matches: (Job) -> Bool) -> Job? {
        state.withLock { state in
            state.waiting.firstIndex(where: matches).map { state.waiting.remove(at: $0) }
        }
    }

    /// Removes all waiting jobs.
    package func removeAll() -> [Job] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Rejects new jobs; workers end when the waiting ones are processed or removed.
    package func stop() {
        let count = state.withLock { state in
            state.isStopped = true
            state.waking += state.sleeping
            defer { state.sleeping = 0 }
            return state.sleeping
        }
        for _ in 0..<count { signal.signal() }
    }
}

// MARK: - Workers

extension WorkQueue {
    /// Registers a worker that was not started for ``Admission/needsWorker``.
    package func join() {
        state.withLock { $0.workers += 1 }
    }

    /// Blocks the calling worker until there are jobs, and takes them; returns `nil` when the worker must end.
    package func next() -> [Job]? {
        while waitForJobs() {
            let jobs = take()
            if !jobs.isEmpty { return jobs }
        }
        return nil
    }

    /// Blocks the calling worker until there are jobs, without taking them; returns `false` when the worker must end.
    package func waitForJobs() -> Bool {
        var wasWoken = false
        while true {
            let hasJobs: Bool? = state.withLock { state in
                if wasWoken { state.waking -= 1 }
                if !state.waiting.isEmpty { return true }
                guard !state.isStopped, state.sleeping < workers.maximumIdle else {
                    state.workers -= 1
                    return false
                }
                state.sleeping += 1
                return nil
            }
            if let hasJobs { return hasJobs }
            signal.wait()
            wasWoken = true
        }
    }

    /// Takes the next jobs; empty if another worker was faster.
    package func take() -> [Job] {
        state.withLock { state in
            let jobs: [Job]
            if state.waiting.count <= batch {
                // Copies nothing: unspecialized generic code of another module copies slowly.
                jobs = state.waiting
                state.waiting = []
            } else {
                jobs = Array(state.waiting.prefix(batch))
                state.waiting.removeFirst(batch)
            }
            if limit != nil { state.inProgress += jobs.count }
            return jobs
        }
    }

    /// Frees the place of a job; necessary only in queues with a limit.
    ///
    /// Called before the caller of the job resumes, so that its next job finds a place.
    package func finished() {
        state.withLock { $0.inProgress -= 1 }
    }

    /// Returns jobs that were taken but not processed to the front of the queue, even of a stopped one.
    package func requeue(_ jobs: [Job]) {
        let mustWake = state.withLock { state in
            state.waiting.insert(contentsOf: jobs, at: 0)
            return !jobs.isEmpty && state.wakeOne()
        }
        if mustWake { signal.signal() }
    }

    /// Wakes another worker for the waiting jobs, because the calling one cannot process them now.
    package func wakeAnother() {
        let mustWake = state.withLock { state in !state.waiting.isEmpty && state.wakeOne() }
        if mustWake { signal.signal() }
    }

    /// Ends a worker that cannot process jobs; returns the waiting jobs if no other worker is left for them.
    package func leave() -> [Job] {
        state.withLock { state in
            state.workers -= 1
            guard state.workers == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}

/// The reason that a job was not run.
package enum WorkRejection: Error, Equatable {
    /// The queue is full.
    case overloaded
    /// The task was cancelled while its job was waiting.
    case cancelled
    /// The queue was stopped.
    case stopped
}
