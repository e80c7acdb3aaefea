public import Foundation

/// How a client is doing, for a support ticket or for `gatehouse doctor`: no token, no address, no name.
public struct Diagnostics: Sendable, Hashable, Codable {
    /// How the store answers.
    public struct Store: Sendable, Hashable, Codable {
        /// The type of the store.
        public var type: String
        /// Why it cannot be read, as ``TokenStoreError/Kind`` names it; `nil` when it can.
        public var trouble: String?
        /// What the system reported.
        public var detail: String?
        /// Why nothing could be written, when that was found out; `nil` when it could.
        public var writeTrouble: String?
        /// How often the sessions have been stored.
        public var generation: UInt64?
        /// How many tokens the server still has to hear of.
        public var outbox: Int
    }

    /// How one session is doing.
    public struct Session: Sendable, Hashable, Codable {
        /// What names the session in ``Diagnostics/events``.
        public var fingerprint: String
        /// Whether it is the current one.
        public var isCurrent: Bool
        /// When its access token expires, by the server's clock.
        public var expiresAt: Date
        /// The fingerprint of its refresh token; `nil` when it has none.
        public var refreshToken: String?
        /// Whether a refresh was begun by somebody who is gone, and never ended.
        public var isInterrupted: Bool
        /// How often its refresh has failed in a row.
        public var failures: Int
        /// When it is tried again.
        public var retryAt: Date?
    }

    /// When this was written, by the server's clock as far as it is known.
    public var time: Date
    /// The server.
    public var issuer: String
    /// The client.
    public var clientID: String
    /// How far the server's clock is ahead of the device's, in seconds; `nil` until an answer has told.
    public var clockOffset: Double?
    /// Whether somebody has the turn to refresh at the moment.
    public var isRefreshing: Bool
    /// How the store answers.
    public var store: Store
    /// The sessions.
    public var sessions: [Session]
    /// What happened last, the oldest first.
    public var events: [FlightEvent]
}
