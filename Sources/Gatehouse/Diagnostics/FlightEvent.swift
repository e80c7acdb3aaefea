public import Foundation

/// Something that a client did or that happened to it, as its flight recorder keeps it: no token, no address, no name.
///
/// Sessions and tokens are named by a fingerprint, by which two of them can be told apart and nothing else.
public struct FlightEvent: Sendable, Hashable, Codable {
    /// What happened.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// The client read what is stored for the first time.
        case started
        /// A refresh began.
        case refreshBegan
        /// A refresh brought new tokens.
        case refreshed
        /// A refresh failed for a reason that may pass; the session goes on.
        case refreshFailed
        /// The server refused the refresh token.
        case refreshRefused
        /// Somebody else had refreshed already.
        case refreshOvertaken
        /// A refresh that somebody had begun who is gone was found.
        case interruptedRefreshFound
        /// The store could not be read.
        case storeUnreadable
        /// The store could not be written.
        case storeUnwritable
        /// What was kept because the store could not be written is stored.
        case stored
        /// A person signed in.
        case signedIn
        /// A session ended.
        case signedOut
        /// The server was told of an end.
        case serverTold
        /// The server could not be told of an end yet.
        case serverNotTold
    }

    /// Whether it is worth knowing after the process has ended.
    var isTrouble: Bool {
        switch kind {
        case .refreshFailed, .refreshRefused, .interruptedRefreshFound: true
        case .storeUnreadable, .storeUnwritable, .serverNotTold: true
        case .signedOut: cause != "\(SignedOutReason.requested)"
        default: false
        }
    }

    /// When, by the server's clock as far as it was known.
    public var time: Date
    /// What happened.
    public var kind: Kind
    /// Tells the client of one process from that of another.
    public var client: String?
    /// The session's fingerprint, where it was about one.
    public var session: String?
    /// The fingerprint of the refresh token that was sent or came.
    public var token: String?
    /// How often the sessions had been stored by then.
    public var generation: UInt64?
    /// Why, in the terms of ``AuthError/Code``, ``TokenStoreError`` or ``SignedOutReason``.
    public var cause: String?
    /// The `X-Request-ID` by which the server's log can be searched.
    public var requestID: String?
}

extension FlightEvent: CustomStringConvertible {
    /// The event in one line.
    public var description: String {
        var text = "\(time.formatted(.iso8601)) \(kind.rawValue)"
        for (name, value) in [
            ("client", client), ("session", session), ("token", token), ("generation", generation.map(String.init)),
            ("cause", cause),
            ("request", requestID),
        ] {
            if let value { text += " \(name)=\(value)" }
        }
        return text
    }
}
