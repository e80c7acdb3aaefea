import Dispatch

/// A thread for proofs that compute for long, one after the other.
///
/// On the threads that tasks share, others would wait for them at every step, and a test that speaks to a server in the same process for too long.
enum ProofThread {
    private static let queue = DispatchQueue(label: "proofs")

    /// Runs the body there.
    ///
    /// What it finds is for the test to expect something of, since there nobody knows whose test it is.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
