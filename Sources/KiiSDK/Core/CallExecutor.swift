import Foundation
import Synchronization

/// Runs what calls do, on a thread of its own.
///
/// A blocking call holds the thread it was made on until it has its outcome. Were that outcome made on the threads that tasks share, as many blocking
/// calls as there are such threads, made from tasks, would wait for each other for ever. Nothing that runs here waits: a call
/// that has to gives the thread back, as every asynchronous function does.
final class CallExecutor: TaskExecutor {
    /// The only one there is; its thread lives as long as the process.
    static let shared = CallExecutor()

    private let jobs = Mutex<[UnownedJob]>([])
    private let isThereWork = DispatchSemaphore(value: 0)

    private init() {
        let thread = Thread { [self] in
            while true {
                isThereWork.wait()
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
        isThereWork.signal()
    }
}

extension CallExecutor {
    /// Waits for a time, without the threads that tasks share.
    ///
    /// - Throws: `CancellationError` when the task is cancelled by then.
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
