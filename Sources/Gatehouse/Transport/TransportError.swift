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
    }

    /// What kind of failure it is.
    public var kind: Kind
    /// What the system reported, for logs.
    public var detail: String

    /// A failure of a transport.
    ///
    /// - Parameters:
    ///   - kind: What kind of failure it is.
    ///   - detail: What the system reported, for logs.
    public init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }
}
