public import Foundation
public import HTTPTypes

/// Sends HTTP requests; an app can provide its own to use a proxy, to pin certificates or to test.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns the whole response.
    ///
    /// An implementation stores no cookies, applies a timeout and returns responses of any status. It must not follow
    /// redirects of requests with a body or an `Authorization` field.
    ///
    /// - Parameters:
    ///   - request: The request, with its scheme, authority and path.
    ///   - body: The body, if there is one.
    /// - Returns: The response and its whole body.
    /// - Throws: ``TransportError`` if there is no response.
    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data)
}

/// An error of a request without a response.
public struct TransportError: Error, Sendable, Hashable {
    /// The kind of transport error.
    @nonexhaustive public enum Code: Sendable, Hashable {
        /// The server could not be reached, or the connection was lost.
        case unreachable
        /// The response took too long.
        case timedOut
        /// The server's certificate is not trusted.
        case untrustedCertificate
        /// The response exceeds the size limit.
        case responseTooLarge
        /// The task was cancelled.
        case cancelled
        /// No access token is available for the request: see ``TransportError/cause``.
        case noAccessToken
    }

    /// The kind of error.
    public package(set) var code: Code
    /// The system's description, for logs.
    public package(set) var detail: String
    /// A Boolean value that indicates whether the request certainly never left the device.
    ///
    /// A refresh that failed this way has not used its token. A transport that cannot tell leaves it `false`.
    public package(set) var wasNeverSent: Bool
    /// The error of the token request, if ``code-swift.property`` is `noAccessToken`.
    public private(set) var cause: AuthError?

    /// Creates a transport error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - detail: The system's description, for logs.
    ///   - wasNeverSent: Whether the request certainly never left the device.
    public init(_ code: Code, _ detail: String, wasNeverSent: Bool = false) {
        self.code = code
        self.detail = detail
        self.wasNeverSent = wasNeverSent
    }

    /// Creates the error for a request without an access token.
    init(_ cause: AuthError) {
        self.init(cause.code == .cancelled ? .cancelled : .noAccessToken, cause.message, wasNeverSent: true)
        self.cause = cause
    }
}
