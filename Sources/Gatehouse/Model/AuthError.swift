public import Foundation
public import GatehouseWire

/// An error with its cause and a way to recover.
///
/// Every method of this library throws this type. Switch on ``code`` for the cause and on ``recovery`` for the remedy,
/// show ``userMessage(locale:)`` to users, log ``message``, and pass ``requestID`` to the operator of the server.
public struct AuthError: Error, Sendable, Hashable {
    /// The kind of an error.
    public typealias Code = AuthErrorCode

    /// The kind of error.
    public package(set) var code: Code
    /// A description for developers, in English; contains no token and no personal data.
    public package(set) var message: String
    /// The way to recover.
    public package(set) var recovery: Recovery
    /// The `X-Request-ID` of the failed request, for searching the server's log.
    public package(set) var requestID: String?
    /// The details of the server's response.
    public package(set) var response: ServerResponse?
    /// The attributes that the server rejected, if ``code`` is ``AuthErrorCode/attributesRejected``.
    public package(set) var invalidAttributes: [String] = []
    /// The reason that the session ended, if ``code`` is ``AuthErrorCode/signedOut``.
    public package(set) var signedOutReason: SignedOutReason?
    /// The time by which the device's clock is ahead of the server's, if ``code`` is ``AuthErrorCode/clockSkew``;
    /// negative if it is behind.
    public package(set) var clockSkew: Duration?
    /// The maximum time since the sign-in, if ``code`` is ``AuthErrorCode/reauthenticationRequired`` and a recent
    /// sign-in suffices.
    public package(set) var maxAge: Duration?
    /// The authentication context classes of which the sign-in must reach one, if ``code`` is
    /// ``AuthErrorCode/reauthenticationRequired``; empty if any class suffices.
    public package(set) var acrValues: [ACR] = []
    /// The error of a lower layer, for logs.
    public package(set) var underlying: String?
    /// The server's complete error description; never printed, because it may contain personal data.
    package var serverText: String? {
        get { hiddenServerText?.reveal() }
        set { hiddenServerText = newValue.map { Secret($0) } }
    }
    private var hiddenServerText: Secret?
    /// The URL of a page about the error, if the server names one.
    package var serverPage: String?
    /// Whether the request certainly never left the device (``TransportError/wasNeverSent``).
    var wasNeverSent = false
    /// Whether the server rejected the access token.
    var isTokenRejected = false
    /// Whether the server had accepted the input of the native step before the error: the step cannot be used again.
    package var isPastStep = false
    /// The token with which a native flow continues after the error, if it has changed; never printed.
    var continuationToken: Secret?

    /// Creates an error; for user agents and transports of an app.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: A description for developers.
    ///   - recovery: The way to recover.
    ///   - underlying: The error of a lower layer.
    public init(_ code: Code, _ message: String, recovery: Recovery = .none, underlying: String? = nil) {
        self.init(code, message, recovery: recovery, response: nil, underlying: underlying)
    }

    package init(
        _ code: Code,
        _ message: String,
        recovery: Recovery = .none,
        response: ServerResponse?,
        underlying: String? = nil
    ) {
        self.code = code
        self.message = message
        self.recovery = recovery
        self.response = response
        self.underlying = underlying
    }
}

extension AuthError {
    /// The details of an error response, for logs and for support.
    public struct ServerResponse: Sendable, Hashable {
        /// The HTTP status, or `nil` if the error did not arrive as a response of its own.
        public package(set) var httpStatus: Int?
        /// The error code, such as `invalid_grant` (RFC 6749 §5.2), or the kind of problem of the account API, such as
        /// `last_address`, if there was one.
        public package(set) var error: String?
        /// The detailed error code of native authentication, such as `password_too_weak`, or the reason of the account
        /// API for rejecting a password, such as `too_short`.
        public package(set) var suberror: String?
        /// The error numbers of native authentication, such as 50126, most specific first.
        public package(set) var errorNumbers: [Int] = []
        /// The identifier of the native flow in the logs of client and server.
        public package(set) var correlationID: UUID?

        package init(httpStatus: Int? = nil, error: String? = nil) {
            self.httpStatus = httpStatus
            self.error = error
        }
    }

    /// The identifier of the native flow; known even if there was no response.
    package var correlationID: UUID? {
        get { response?.correlationID }
        set {
            var details = response ?? ServerResponse()
            details.correlationID = newValue
            response = details
        }
    }
}

extension AuthError: CustomStringConvertible {
    /// The code, the message, the HTTP status and the request identifier in one line.
    public var description: String {
        var text = "\(code.rawValue): \(message)"
        if let status = response?.httpStatus { text += " [status \(status)]" }
        if let requestID { text += " [request \(requestID)]" }
        return text
    }
}

extension AuthError: LocalizedError {
    /// The text for users in the current language: see ``userMessage(locale:)``.
    public var errorDescription: String? { userMessage() }
}

extension AuthError {
    /// A way to recover from an error.
    public enum Recovery: Sendable, Hashable {
        /// Retry after the given time; `nil` if the server did not name one.
        case retry(after: Duration?)
        /// Let the user sign in.
        case signInAgain
        /// Wait until the device is unlocked, then retry.
        case unlockDevice
        /// Ask the user to set the device's clock.
        case setClock
        /// Fix the configuration that the message names.
        case fixConfiguration
        /// No recovery is available: inform the user, or do nothing if it was cancelled.
        case none
    }
}

extension AuthError {
    /// Runs the requests that follow the accepted input of a native step, and marks their errors.
    static func pastStep<Value: Sendable>(
        _ body: () async throws(AuthError) -> Value
    ) async throws(AuthError) -> Value {
        do throws(AuthError) {
            return try await body()
        } catch {
            var error = error
            error.isPastStep = true
            throw error
        }
    }
}
