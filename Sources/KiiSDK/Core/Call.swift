import Dispatch
import Foundation

/// A call of the API before anybody has said how to wait for it: one implementation for its three forms.
///
/// Errors leave it as `NSError` and nothing else: on Linux the cast that apps write ends the process for any other.
struct Call<Value: Sendable>: Sendable {
    private let body: @Sendable () async throws(Failure) -> Value

    /// A call.
    ///
    /// - Parameter body: What it does, each time one of its forms is used; runs on a thread of this module's own.
    init(_ body: @escaping @Sendable () async throws(Failure) -> Value) {
        self.body = body
    }

    /// Does it, and blocks this thread until it is done, whichever thread it is.
    ///
    /// - Throws: An `NSError`.
    func wait() throws -> Value {
        let outcome = PendingOutcome<Result<Value, Failure>>()
        start { outcome.bring($0) }
        return try outcome.wait().orError()
    }

    /// Does it, then hands the outcome to the app, once, on the queue that the app has chosen; returns at once.
    func hand(to block: @escaping (Value?, (any Error)?) -> Void) {
        // Kii's blocks are not marked as Sendable. This one is called once, and nowhere but on that queue.
        nonisolated(unsafe) let block = block
        let queue = KiiApp.shared.callbackQueue
        start { result in
            queue.async {
                switch result {
                case .success(let value): unsafe block(value, nil)
                case .failure(let failure): unsafe block(nil, failure.error)
                }
            }
        }
    }

    /// Does it; a task that is cancelled gives up.
    ///
    /// - Throws: An `NSError`.
    var value: Value {
        get async throws {
            let task = start { _ in }
            return try await withTaskCancellationHandler {
                try await task.value.orError()
            } onCancel: {
                task.cancel()
            }
        }
    }

    @discardableResult
    private func start(
        then tell: @escaping @Sendable (Result<Value, Failure>) -> Void
    ) -> Task<Result<Value, Failure>, Never> {
        Task(name: "kii", executorPreference: CallExecutor.shared) {
            let result: Result<Value, Failure>
            do throws(Failure) {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            tell(result)
            return result
        }
    }
}

extension Result where Failure == KiiSDK.Failure {
    /// - Throws: An `NSError`.
    fileprivate func orError() throws -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let failure): throw failure.error
        }
    }
}
