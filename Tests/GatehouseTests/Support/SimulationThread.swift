import Dispatch

/// A thread that runs long simulations one after the other.
///
/// On the shared threads they would delay other tasks at every step, and tests with a local server would time out.
enum SimulationThread {
    private static let queue = DispatchQueue(label: "simulations")

    /// Runs the body on the thread.
    ///
    /// The test must check the returned value: an expectation in the body is not attributed to the test.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
