/// The executor of an actor that blocks: a thread that belongs to this actor only.
///
/// The thread ends with the last reference to the executor.
package final class ThreadExecutor: SerialExecutor {
    let pool: ThreadPool

    /// Creates an executor.
    ///
    /// - Parameter name: The name of the thread in a debugger.
    package init(name: String) {
        pool = ThreadPool(name: name, threads: 1)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Retains the executor while the job runs, because the job may release the actor.
        pool.submit { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
