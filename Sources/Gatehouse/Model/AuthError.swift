public import Foundation
import GatehouseWire

/// An error with its cause and a way to recover.
///
/// Every method of this library throws this type. Switch on ``code`` for the cause and on ``recovery`` for the remedy;
/// show ``message`` to developers, and pass ``requestID`` to the operator of the server.
public struct AuthError: Error, Sendable, Hashable {
    /// The kind of error.
    public var code: Code
    /// A description for developers, in English; contains no token and no personal data.
    public var message: String
    /// The way to recover.
    public var recovery: Recovery
    /// The `X-Request-ID` of the failed request, for searching the server's log.
    public var requestID: String?
    /// The HTTP status of the response, if there was one.
    public var httpStatus: Int?
    /// The error code of the response, such as `invalid_grant` (RFC 6749 §5.2), if there was one.
    public var serverCode: String?
    /// The detailed error code of native authentication, such as `password_too_weak`.
    public var suberror: String?
    /// The error numbers of native authentication, such as 50126, most specific first.
    public var errorNumbers: [Int] = []
    /// The attributes that the server rejected, if ``code`` is ``Code/attributesRejected``.
    public var invalidAttributes: [String] = []
    /// The identifier of the native flow in the logs of client and server.
    public var correlationID: UUID?
    /// The reason that the session ended, if ``code`` is ``Code/signedOut``.
    public var signedOutReason: SignedOutReason?
    /// The time by which the device's clock is ahead of the server's, if ``code`` is ``Code/clockSkew``; negative if it
    /// is behind.
    public var clockSkew: Duration?
    /// The error of a lower layer, for logs.
    public var underlying: String?
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
    /// The token with which a native flow continues after the error, if it has changed; never printed.
    var continuationToken: Secret?

    /// Creates an error; for stores, user agents and transports of an app.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: A description for developers.
    ///   - recovery: The way to recover.
    ///   - requestID: The `X-Request-ID` of the failed request.
    ///   - httpStatus: The HTTP status of the response.
    ///   - serverCode: The error code of the response.
    ///   - underlying: The error of a lower layer.
    public init(
        _ code: Code,
        _ message: String,
        recovery: Recovery = .none,
        requestID: String? = nil,
        httpStatus: Int? = nil,
        serverCode: String? = nil,
        underlying: String? = nil
    ) {
        self.code = code
        self.message = message
        self.recovery = recovery
        self.requestID = requestID
        self.httpStatus = httpStatus
        self.serverCode = serverCode
        self.underlying = underlying
    }
}

extension AuthError: CustomStringConvertible {
    /// The code, the message, the HTTP status and the request identifier in one line.
    public var description: String {
        var text = "\(code.rawValue): \(message)"
        if let httpStatus { text += " [status \(httpStatus)]" }
        if let requestID { text += " [request \(requestID)]" }
        return text
    }
}

extension AuthError: LocalizedError {
    /// The message, for `localizedDescription`.
    public var errorDescription: String? { message }
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
