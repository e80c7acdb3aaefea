import Dispatch

/// Runs a store's system calls, which may wait for a disk or for another process, away from the threads that tasks
/// share.
struct StoreQueue: Sendable {
    private let queue = DispatchQueue(label: "gatehouse.store", qos: .userInitiated)

    func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws(TokenStoreError) -> Value
    ) async throws(TokenStoreError) -> Value {
        try await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Value, TokenStoreError>, Never>) in
            queue.async {
                do throws(TokenStoreError) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }.get()
    }
}
