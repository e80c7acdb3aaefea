import Dispatch
import Foundation
import Synchronization

/// The thread of one connection: whoever waits for the database waits here, and keeps nobody else from working.
final class ConnectionThread: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStopped = false
    }

    private let state = Mutex(State())
    private let isThereWork = DispatchSemaphore(value: 0)

    init(name: String) {
        let thread = Thread { [self] in
            while let job = next() { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
        thread.name = name
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        isThereWork.signal()
    }

    /// Ends the thread once its work is done.
    func stop() {
        state.withLock { $0.isStopped = true }
        isThereWork.signal()
    }

    private func next() -> UnownedJob? {
        while true {
            let (job, isStopped) = state.withLock { state in
                (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isStopped)
            }
            if job != nil || isStopped { return job }
            isThereWork.wait()
        }
    }
}
