public import Foundation
import GatehouseWire

/// Why something did not work, and what an app can do about it.
///
/// Every function of this library that can fail throws this type. Switch on ``code`` for what happened and on
/// ``recovery`` for what to do; show ``message`` to developers, and ``requestID`` to whoever runs the server.
public struct AuthError: Error, Sendable, Hashable {
    /// What happened.
    public var code: Code
    /// What happened and what to do, in one or two sentences of English; holds no token and no personal data.
    public var message: String
    /// What an app can do about it.
    public var recovery: Recovery
    /// The `X-Request-ID` of the request that failed, by which the server's log can be searched.
    public var requestID: String?
    /// The HTTP status of the answer, when there was one.
    public var httpStatus: Int?
    /// The error code that the server sent, such as `invalid_grant` (RFC 6749 §5.2), when it sent one.
    public var serverCode: String?
    /// What the error code is in particular, such as `password_too_weak`, where a server of native flows says it.
    public var suberror: String?
    /// The numbers that a server of native flows sent, such as 50126; the first one is the most telling.
    public var serverNumbers: [Int] = []
    /// The attributes that the server refused, when ``code`` is ``Code/attributesRefused``.
    public var attributeNames: [String] = []
    /// What names the native flow in the logs of both sides.
    public var correlationID: UUID?
    /// Why the session has ended, when ``code`` is ``Code/signedOut``.
    public var signedOutReason: SignedOutReason?
    /// How far the clock of this device is ahead of the server's, when ``code`` is ``Code/clockSkew``; negative when it is behind.
    public var clockSkew: Duration?
    /// What a layer below reported, for logs.
    public var underlying: String?
    /// The server's own words, whole; they may name somebody, so that no error prints them.
    package var serverText: String? {
        get { hiddenServerText?.reveal() }
        set { hiddenServerText = newValue.map { Secret($0) } }
    }
    private var hiddenServerText: Secret?
    /// A page about the error, where the server names one.
    package var serverPage: String?
    /// Whether the request certainly never left the device (``TransportError/wasNeverSent``).
    var wasNeverSent = false
    /// Where a native flow stands since, when that is not where it was asked from; printed no more than what it holds.
    var place: NativePlace?

    /// An error; made by this library and by the stores, user agents and transports an app brings.
    ///
    /// - Parameters:
    ///   - code: What happened.
    ///   - message: What happened and what to do.
    ///   - recovery: What an app can do about it.
    ///   - requestID: The `X-Request-ID` of the request that failed.
    ///   - httpStatus: The HTTP status of the answer.
    ///   - serverCode: The error code that the server sent.
    ///   - underlying: What a layer below reported.
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
    /// The code, the message and where to look further, in one line.
    public var description: String {
        var text = "\(code.rawValue): \(message)"
        if let httpStatus { text += " [status \(httpStatus)]" }
        if let requestID { text += " [request \(requestID)]" }
        return text
    }
}

extension AuthError: LocalizedError {
    /// The message, so that `localizedDescription` says something useful.
    public var errorDescription: String? { message }
}
