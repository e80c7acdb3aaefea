import Dispatch
import Foundation
import Gatehouse
import GatehouseConcurrency

/// A call of the API: one implementation for its blocking, block and async forms.
///
/// Errors are always `NSError`: on Linux the casts that apps write terminate the process for any other type.
struct KiiCall<Value: Sendable>: Sendable {
    private let body: @Sendable () async throws(KiiFailure) -> Value

    /// Creates a call.
    ///
    /// - Parameter body: The work, performed each time one of the forms is used, on the queue of this module.
    init(_ body: @escaping @Sendable () async throws(KiiFailure) -> Value) {
        self.body = body
    }

    /// Performs the call and blocks the current thread until it has finished.
    ///
    /// - Throws: An `NSError`.
    func wait() throws -> Value {
        let outcome = BlockingResult<Result<Value, KiiFailure>>()
        start { outcome.fulfill($0) }
        return try outcome.wait().orError()
    }

    /// Performs the call, then calls the block once on the app's callback queue.
    ///
    /// Returns immediately.
    func complete(with block: @escaping (Value?, (any Error)?) -> Void) {
        // Kii's blocks are not Sendable. This one is called once, and only on that queue.
        nonisolated(unsafe) let block = block
        let queue = KiiClient.shared.callbackQueue
        start { result in
            queue.async {
                switch result {
                case .success(let value): unsafe block(value, nil)
                case .failure(let failure): unsafe block(nil, failure.error)
                }
            }
        }
    }

    /// Performs the call; stops if the task is cancelled.
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
        then completion: @escaping @Sendable (Result<Value, KiiFailure>) -> Void
    ) -> Task<Result<Value, KiiFailure>, Never> {
        CallQueue.executor.task(name: "kii") {
            let result: Result<Value, KiiFailure>
            do throws(KiiFailure) {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            completion(result)
            return result
        }
    }
}

extension Result where Failure == KiiFailure {
    /// - Throws: An `NSError`.
    fileprivate func orError() throws -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let failure): throw failure.error
        }
    }
}

/// Sends a request and maps its errors to Kii's.
///
/// - Parameters:
///   - errorMapping: The meaning of the server's error codes for this call.
///   - body: A closure that sends the request.
/// - Returns: The response.
/// - Throws: The mapped error.
func callServer<Value>(
    _ errorMapping: ErrorMapping = .standard,
    _ body: () async throws(AuthError) -> Value
) async throws(KiiFailure) -> Value {
    do throws(AuthError) {
        return try await body()
    } catch {
        throw KiiFailure(error, errorMapping)
    }
}
