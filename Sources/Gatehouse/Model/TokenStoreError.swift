/// An error of a token store; not thrown if nothing is stored.
public struct TokenStoreError: Error, Sendable, Hashable {
    /// The kind of store error.
    @nonexhaustive public enum Code: Sendable, Hashable {
        /// The stored data cannot be read until the device is unlocked.
        case locked
        /// The stored data cannot be decoded.
        case corrupt
        /// This process has no permission.
        case denied
        /// The stored data is not the data to be replaced: another process has written it.
        case conflict
        /// Any other failure, such as a full disk.
        case unavailable
    }

    /// The kind of error.
    public package(set) var code: Code
    /// The system's description, for logs; contains no stored data.
    public package(set) var detail: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - detail: The system's description, for logs.
    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }
}

/// The key of stored sessions: a client at an issuer.
public struct TokenStoreKey: Sendable, Hashable, Codable {
    /// The issuer, without a trailing slash.
    public var issuer: String
    /// The client identifier at the issuer.
    public var clientID: String

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, without a trailing slash.
    ///   - clientID: The client identifier at the issuer.
    public init(issuer: String, clientID: String) {
        self.issuer = issuer
        self.clientID = clientID
    }
}
