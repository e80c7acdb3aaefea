/// Why no answer came.
public struct TransportError: Error, Sendable, Hashable {
    /// What kind of failure it is.
    public enum Kind: Sendable, Hashable {
        /// The server could not be reached, or the connection broke.
        case unreachable
        /// The answer took too long.
        case timedOut
        /// The server's certificate is not to be trusted.
        case untrusted
        /// The answer is larger than a server of this protocol ever sends.
        case tooLarge
        /// The task was cancelled.
        case cancelled
        /// There is no access token to send with the request: see ``TransportError/cause``.
        case unauthorized
    }

    /// What kind of failure it is.
    public var kind: Kind
    /// What the system reported, for logs.
    public var detail: String
    /// Whether the request certainly never left the device, as when no connection could be made.
    ///
    /// A refresh that failed so has spent no token. A transport that cannot tell leaves it `false`.
    public var wasNeverSent: Bool
    /// Why there is no access token, when ``kind-swift.property`` is `unauthorized`.
    public private(set) var cause: AuthError?

    /// A failure of a transport.
    ///
    /// - Parameters:
    ///   - kind: What kind of failure it is.
    ///   - detail: What the system reported, for logs.
    ///   - wasNeverSent: Whether the request certainly never left the device.
    public init(_ kind: Kind, _ detail: String, wasNeverSent: Bool = false) {
        self.kind = kind
        self.detail = detail
        self.wasNeverSent = wasNeverSent
    }

    /// There is no access token to send.
    init(_ cause: AuthError) {
        self.init(cause.code == .cancelled ? .cancelled : .unauthorized, cause.message, wasNeverSent: true)
        self.cause = cause
    }
}
