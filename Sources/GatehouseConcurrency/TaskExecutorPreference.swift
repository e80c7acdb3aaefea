/// The executor that tasks prefer over the shared thread pool.
///
/// Task executors require iOS 18 and macOS 15. On older systems the preference has no effect, and tasks run on the
/// shared thread pool: they do not start while callers block all of its threads.
package struct TaskExecutorPreference: Sendable {
    /// A `TaskExecutor`, a type that older systems do not have; `nil` for the shared thread pool.
    private let executor: (any Executor)?

    /// No preference: tasks run on the shared thread pool.
    package static let sharedPool = TaskExecutorPreference()

    private init() {
        executor = nil
    }

    /// Creates a preference for a queue.
    ///
    /// - Parameter submit: Runs a job on the queue, without waiting for it.
    package init(_ submit: @escaping @Sendable (_ job: @escaping @Sendable () -> Void) -> Void) {
        if #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) {
            executor = QueueExecutor(submit)
        } else {
            executor = nil
        }
    }

    /// Starts a task.
    ///
    /// - Parameters:
    ///   - name: The name of the task.
    ///   - operation: The work.
    /// - Returns: The task.
    @discardableResult
    package func task<Value: Sendable>(
        name: String,
        operation: sending @escaping () async -> Value
    ) -> Task<Value, Never> {
        if #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) {
            Task(name: name, executorPreference: executor as? any TaskExecutor, operation: operation)
        } else {
            Task(name: name) { await operation() }
        }
    }

    /// Runs a part of the current task with the preference.
    ///
    /// - Parameter operation: The work.
    /// - Returns: The result of the work.
    package func run<Value: Sendable>(_ operation: @concurrent () async -> Value) async -> Value {
        if #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) {
            await withTaskExecutorPreference(executor as? any TaskExecutor, operation: operation)
        } else {
            await operation()
        }
    }
}

/// An executor that runs jobs on a queue.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
private final class QueueExecutor: TaskExecutor {
    private let submit: @Sendable (_ job: @escaping @Sendable () -> Void) -> Void

    init(_ submit: @escaping @Sendable (_ job: @escaping @Sendable () -> Void) -> Void) {
        self.submit = submit
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        submit { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
