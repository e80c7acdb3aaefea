import Foundation

/// The error of a request without a response.
package struct ExchangeError: Error, CustomStringConvertible {
    /// The reason that there is no response.
    package enum Reason: Sendable {
        case invalidRequest
        /// The response exceeds the limit, in bytes.
        case responseTooLarge(limit: Int)
        case noHTTPResponse
        /// The system reported an error.
        case failed(any Error)
    }

    package let reason: Reason
    /// Whether the request certainly never left the device.
    package let wasNeverSent: Bool

    init(_ reason: Reason, wasNeverSent: Bool = false) {
        self.reason = reason
        self.wasNeverSent = wasNeverSent
    }

    /// A description for logs.
    package var description: String {
        switch reason {
        case .invalidRequest: "The request has no scheme, no host, or a path without a leading slash."
        case .responseTooLarge(let limit): "The response is larger than \(limit) bytes."
        case .noHTTPResponse: "The response is not an HTTP response."
        case .failed(let error): error.localizedDescription
        }
    }
}
