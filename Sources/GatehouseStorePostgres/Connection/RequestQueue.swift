import Dispatch
import GatehouseStore
import Synchronization

/// A queue of requests; a connection takes as many as it can process together.
///
/// Each request leaves the queue exactly once for each time it was inserted, so each completes exactly once.
final class RequestQueue<Job: Failable>: Sendable {
    private struct State {
        var waiting: [Job] = []
        var sleepingWorkers = 0
        /// The number of workers that were woken and have not resumed yet.
        var wakingWorkers = 0
        var connections = 0
        var isClosed = false

        /// Reserves a sleeping worker to be woken, and returns whether there was one.
        mutating func wakeOne() -> Bool {
            guard sleepingWorkers > 0 else { return false }
            sleepingWorkers -= 1
            wakingWorkers += 1
            return true
        }
    }

    /// The number of requests from which another connection is used: one connection processes this many nearly as fast
    /// as one, and another one wakes another database process.
    private static var jobsPerConnection: Int { 64 }

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)

    func append(_ job: Job) {
        let (isClosed, mustWake) = state.withLock { state in
            guard !state.isClosed else { return (true, false) }
            state.waiting.append(job)
            // A worker that is waking up takes the request along.
            return (false, state.waiting.count > state.wakingWorkers * Self.jobsPerConnection && state.wakeOne())
        }
        if isClosed { job.fail(with: .closed) }
        if mustWake { signal.signal() }
    }

    /// Returns requests that were taken but not processed to the front of the queue.
    func requeue(_ jobs: [Job]) {
        let mustWake = state.withLock { state in
            state.waiting.insert(contentsOf: jobs, at: 0)
            return !jobs.isEmpty && state.wakeOne()
        }
        if mustWake { signal.signal() }
    }

    /// Blocks the calling thread until there are requests; returns `false` if the queue is closed and empty.
    func waitForWork() -> Bool {
        var wasWoken = false
        while true {
            let hasWork: Bool? = state.withLock { state in
                if wasWoken { state.wakingWorkers -= 1 }
                if !state.waiting.isEmpty { return true }
                if state.isClosed { return false }
                state.sleepingWorkers += 1
                return nil
            }
            if let hasWork { return hasWork }
            signal.wait()
            wasWoken = true
        }
    }

    func take(atMost limit: Int) -> [Job] {
        state.withLock { state in
            let jobs = Array(state.waiting.prefix(limit))
            state.waiting.removeFirst(jobs.count)
            return jobs
        }
    }

    /// Wakes another worker, because this one could not connect.
    func wakeAnother() {
        let mustWake = state.withLock { state in !state.waiting.isEmpty && state.wakeOne() }
        if mustWake { signal.signal() }
    }

    func connectionOpened() {
        state.withLock { $0.connections += 1 }
    }

    func connectionClosed() {
        state.withLock { $0.connections -= 1 }
    }

    /// Fails the queued requests, unless another worker is connected.
    func failIfUnserved(_ reason: StoreError) {
        let failed = state.withLock { state in
            guard state.connections == 0 else { return [Job]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for job in failed { job.fail(with: reason) }
    }

    /// Rejects new requests; the queued ones are still processed.
    func close() {
        let sleepingCount = state.withLock { state in
            state.isClosed = true
            state.wakingWorkers += state.sleepingWorkers
            defer { state.sleepingWorkers = 0 }
            return state.sleepingWorkers
        }
        for _ in 0..<sleepingCount { signal.signal() }
    }
}

/// A request that can fail.
protocol Failable: Sendable {
    func fail(with error: StoreError)
}
