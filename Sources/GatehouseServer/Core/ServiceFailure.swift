package import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// A failure that is not specific to an operation.
package enum ServiceFailure: Error, Sendable, Equatable {
    /// A limit was reached.
    case rateLimited(retryAfter: TimeInterval)
    /// The address has received the maximum number of messages.
    case mailLimitReached(retryAfter: TimeInterval)
    /// The server is overloaded.
    case overloaded(retryAfter: TimeInterval)
    /// The store is unavailable; the changes may have been committed.
    case unavailable
    /// An internal error. Its cause is in the log.
    case internalError
}

/// An error of an operation that includes the failures of the service.
protocol ServiceFailureWrapping: Error {
    /// Creates the error that corresponds to a failure.
    init(_ failure: ServiceFailure)
}

extension ServiceFailureWrapping {
    /// Evaluates an expression and wraps its failure.
    static func wrapping<Value>(_ value: @autoclosure () throws(ServiceFailure) -> Value) throws(Self) -> Value {
        do throws(ServiceFailure) { return try value() } catch { throw Self(error) }
    }

    /// Evaluates an asynchronous expression and wraps its failure.
    static func wrapping<Value>(
        async value: @autoclosure () async throws(ServiceFailure) -> Value
    ) async throws(Self) -> Value {
        do throws(ServiceFailure) { return try await value() } catch { throw Self(error) }
    }
}

/// Failures of the store, the token issuer and the password hasher. The cause is logged, not disclosed to the caller.
extension ServerCore {
    func serviceFailure(_ error: StoreError) -> ServiceFailure {
        log("store operation failed", error)
        faults.record(error, at: now)
        return switch error {
        case .unavailable, .exhausted, .corrupt: .unavailable
        case .conflict: .internalError
        }
    }

    /// Returns the failure for tokens that could not be issued.
    func serviceFailure(_ error: OAuthError) -> ServiceFailure {
        if error == .busy { return .unavailable }
        // `broken` was logged where it occurred.
        if error != .broken { log("tokens could not be issued", error) }
        return .internalError
    }

    func serviceFailure(_ error: PasswordHashError) -> ServiceFailure {
        if case .overloaded(let retryAfter) = error {
            return .overloaded(retryAfter: Double(retryAfter.components.seconds))
        }
        log("could not hash password", error)
        return .internalError
    }
}
