import Foundation
import Synchronization

/// Runs the work of calls on a thread of its own.
///
/// A blocking call holds its thread until the outcome is there. If the outcome were computed on the shared cooperative
/// threads, as many blocking calls as such threads would deadlock. Work that runs here never blocks: it suspends
/// instead.
final class CallExecutor: TaskExecutor {
    /// The only instance.
    ///
    /// Its thread lives as long as the process.
    static let shared = CallExecutor()

    private let jobs = Mutex<[UnownedJob]>([])
    private let jobsAvailable = DispatchSemaphore(value: 0)

    private init() {
        let thread = Thread { [self] in
            while true {
                jobsAvailable.wait()
                let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                unsafe job?.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
        thread.name = "KiiSDK"
        thread.qualityOfService = .userInitiated
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        jobsAvailable.signal()
    }
}

extension CallExecutor {
    /// Sleeps without using the shared cooperative threads.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    static func sleep(_ duration: Duration) async throws {
        let (seconds, attoseconds) = duration.components
        let pause = Double(seconds) + Double(attoseconds) / 1e18
        await withCheckedContinuation { continuation in
            timer.asyncAfter(deadline: .now() + pause) { continuation.resume() }
        }
        try Task.checkCancellation()
    }

    private static let timer = DispatchQueue(label: "KiiSDK timer")
}
