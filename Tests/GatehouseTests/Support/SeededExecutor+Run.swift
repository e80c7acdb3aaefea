import Synchronization

extension SeededExecutor {
    /// The body never came to its end, though nothing is left to run.
    struct Stuck: Error {}

    /// Runs the body, and everything that is ready, until nothing is.
    func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let box = Box<Value>()
        Task(executorPreference: self) {
            do {
                let value = try await body()
                box.result.withLock { $0 = .success(value) }
            } catch {
                box.result.withLock { $0 = .failure(error) }
            }
        }
        while step() {}
        guard let result = box.result.withLock(\.self) else { throw Stuck() }
        return try result.get()
    }

    private final class Box<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }
}
