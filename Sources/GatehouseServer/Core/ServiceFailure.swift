package import Foundation
package import GatehouseWire
import HTTPTypes

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

extension ServiceFailure: ServiceFailureWrapping {
    init(_ failure: ServiceFailure) { self = failure }
}

extension OAuthError: ServiceFailureWrapping {
    package init(_ failure: ServiceFailure) {
        switch failure {
        case .rateLimited(let wait), .mailLimitReached(let wait):
            self.init(
                .temporarilyUnavailable,
                "Too many failed attempts. Try again later.",
                status: .tooManyRequests,
                retryAfter: .seconds(wait.rounded(.up))
            )
        case .overloaded(let wait):
            self.init(
                .temporarilyUnavailable,
                "The server is overloaded. Try again later.",
                retryAfter: .seconds(wait.rounded(.up))
            )
        case .unavailable: self = .busy
        case .internalError: self = .broken
        }
    }

    /// A transient failure: a retry is likely to succeed.
    package static let busy = OAuthError(
        .temporarilyUnavailable,
        "The server is temporarily unavailable. Try again later.",
        retryAfter: .seconds(5)
    )

    /// An internal failure that requires the operator's attention.
    package static let broken = OAuthError(
        .serverError,
        "Internal server error."
    )
}
