package import Foundation
import GatehouseConcurrency
import GatehousePasswords
package import GatehouseStore
import GatehouseWire
import Logging

/// Logs the causes of failures, which are not disclosed to callers, and maps them to ``ServiceFailure``.
package final class FailureLog: Sendable {
    private let environment: ServerEnvironment
    package let faults = StoreFaults()

    package init(environment: ServerEnvironment) {
        self.environment = environment
    }

    /// Records an error of the store, and returns its failure.
    @discardableResult
    package func record(_ error: StoreError) -> ServiceFailure {
        log("store operation failed", error)
        StoreErrorRecorder.record(error)
        faults.record(error, at: environment.now)
        return switch error {
        case .unavailable, .exhausted, .corrupt, .damaged: .unavailable
        case .conflict: .internalError
        }
    }

    /// Records that tokens could not be issued, and returns the failure.
    func record(_ error: OAuthError) -> ServiceFailure {
        if error == .busy { return .unavailable }
        // `broken` was logged where it occurred.
        if error != .broken { log("tokens could not be issued", error) }
        return .internalError
    }

    /// Records that a password could not be hashed, and returns the failure.
    func record(_ error: PasswordHashError) -> ServiceFailure {
        if case .overloaded(let retryAfter) = error {
            return .overloaded(retryAfter: Double(retryAfter.components.seconds))
        }
        log("could not hash password", error)
        return .internalError
    }

    /// Records damage to the stored data.
    func recordFault(_ description: String) {
        faults.record(.corrupt(description), at: environment.now)
    }

    /// Logs an error with the identifier of the current request.
    func log(_ message: String, _ error: any Error) {
        var metadata: Logger.Metadata = ["error": "\(error)"]
        metadata["request"] = RequestMetadata.current.map { "\($0.requestID)" }
        metadata["trace"] = TraceContext.current.map { "\($0.traceID)" }
        environment.logger.error("\(message)", metadata: metadata)
    }
}

/// A record of recent store faults: damaged records, or a state older than the tokens that this server has issued.
///
/// A request that meets a fault gets status 503, never the error for an invalid token, and the server reports that it
/// is not ready for a while. Damage to the database itself is remembered by the store, until a restart.
package final class StoreFaults: Sendable {
    /// The number of seconds for which a fault makes the server not ready.
    package static let memory: TimeInterval = 60

    private let last = Mutex<(error: StoreError, date: Date)?>(nil)

    /// Records a store error if it is a fault.
    func record(_ error: StoreError, at now: Date) {
        guard case .corrupt = error else { return }
        last.withLock { $0 = (error, now) }
    }

    /// Returns the last fault within ``memory``.
    package func recent(at now: Date) -> StoreError? {
        guard let last = last.withLock({ $0 }), abs(now.timeIntervalSince(last.date)) < Self.memory else { return nil }
        return last.error
    }
}

/// Records store errors that responses do not disclose.
///
/// Network callers get a generic error; the CLI shows the operator the recorded one.
package final class StoreErrorRecorder: Sendable {
    /// The recorder of the current task.
    @TaskLocal package static var current: StoreErrorRecorder?

    private let last = Mutex<StoreError?>(nil)

    package init() {}

    /// The last recorded error.
    package var failure: StoreError? { last.withLock { $0 } }

    /// Records an error in the current task's recorder.
    static func record(_ error: StoreError) { current?.last.withLock { $0 = error } }
}
