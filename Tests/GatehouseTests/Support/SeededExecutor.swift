import Synchronization

/// Runs everything that is ready in an order that a seed decides, one after the other on the thread of the test.
///
/// Tasks that prefer it, and actors they call, run nowhere else: a run of one seed is the same each time.
final class SeededExecutor: TaskExecutor {
    private struct State {
        var ready: [UnownedJob] = []
        var random: SeededGenerator
    }

    private let state: Mutex<State>

    init(seed: UInt64) {
        state = Mutex(State(random: SeededGenerator(seed: seed)))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.ready.append(job) }
    }

    /// Runs one of those that are ready; `false` when there are none.
    func step() -> Bool {
        let job = state.withLock { state -> UnownedJob? in
            guard let index = state.ready.indices.randomElement(using: &state.random) else { return nil }
            return state.ready.remove(at: index)
        }
        guard let job else { return false }
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        return true
    }
}
