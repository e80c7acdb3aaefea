import Dispatch
import GatehouseStore
import Synchronization

/// What waits for a connection; connections take as much of it as they can do at once.
///
/// Each job leaves it exactly once for each time that it was put in, so that each is answered exactly once.
final class JobQueue<Job: Refusable>: Sendable {
    private struct State {
        var waiting: [Job] = []
        var sleepers = 0
        /// Those who were woken and are not here yet.
        var comers = 0
        var links = 0
        var isClosed = false

        /// Whether somebody sleeps who is to be woken.
        mutating func wakeOne() -> Bool {
            guard sleepers > 0 else { return false }
            sleepers -= 1
            comers += 1
            return true
        }
    }

    /// One connection does so many jobs at once nearly as fast as one, and waking another wakes a process of the database too.
    private static var jobsPerConnection: Int { 64 }

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)

    func append(_ job: Job) {
        let (isClosed, mustWake) = state.withLock { state in
            guard !state.isClosed else { return (true, false) }
            state.waiting.append(job)
            // Whoever is on the way takes it along.
            return (false, state.waiting.count > state.comers * Self.jobsPerConnection && state.wakeOne())
        }
        if isClosed { job.refuse(.closed) }
        if mustWake { signal.signal() }
    }

    /// Puts back what was taken and not done, before all others.
    func putBack(_ jobs: [Job]) {
        let mustWake = state.withLock { state in
            state.waiting.insert(contentsOf: jobs, at: 0)
            return !jobs.isEmpty && state.wakeOne()
        }
        if mustWake { signal.signal() }
    }

    /// Blocks the calling thread until something waits; answers `false` when the queue is closed and empty.
    func waitForWork() -> Bool {
        var wasWoken = false
        while true {
            let answer: Bool? = state.withLock { state in
                if wasWoken { state.comers -= 1 }
                if !state.waiting.isEmpty { return true }
                if state.isClosed { return false }
                state.sleepers += 1
                return nil
            }
            if let answer { return answer }
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

    /// Wakes another connection when this one cannot do what it was woken for.
    func passOn() {
        let mustWake = state.withLock { state in !state.waiting.isEmpty && state.wakeOne() }
        if mustWake { signal.signal() }
    }

    func linkWasMade() {
        state.withLock { $0.links += 1 }
    }

    func linkWasLost() {
        state.withLock { $0.links -= 1 }
    }

    /// Refuses everything that waits, unless another connection can still do it.
    func giveUp(_ reason: StoreError) {
        let refused = state.withLock { state in
            guard state.links == 0 else { return [Job]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for job in refused { job.refuse(reason) }
    }

    /// Takes no more work; what waits is done.
    func close() {
        let sleepers = state.withLock { state in
            state.isClosed = true
            state.comers += state.sleepers
            defer { state.sleepers = 0 }
            return state.sleepers
        }
        for _ in 0..<sleepers { signal.signal() }
    }
}
