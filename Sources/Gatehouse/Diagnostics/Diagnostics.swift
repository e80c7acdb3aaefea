public import Foundation

/// A report on a client for support, as printed by `gatehouse doctor`; contains no tokens, addresses or names.
public struct Diagnostics: Sendable, Hashable, Codable {
    /// The state of the store.
    public struct Store: Sendable, Hashable, Codable {
        /// The type of the store.
        public var type: String
        /// The read error, as named by ``TokenStoreError/Code``; `nil` if the store is readable.
        public var readError: String?
        /// The system's description of the read error.
        public var detail: String?
        /// The last write error; `nil` if there was none.
        public var writeError: String?
        /// The generation of the stored sessions.
        public var generation: UInt64?
        /// The number of tokens not yet revoked at the server.
        public var pendingRevocations: Int
    }

    /// The state of a session.
    public struct Session: Sendable, Hashable, Codable {
        /// The fingerprint of the session in ``Diagnostics/events``.
        public var fingerprint: String
        /// A Boolean value that indicates whether the session is the current one.
        public var isCurrent: Bool
        /// The expiration of the access token, by the server's clock.
        public var expiresAt: Date
        /// The fingerprint of the refresh token; `nil` if there is none.
        public var refreshTokenFingerprint: String?
        /// A Boolean value that indicates whether a process ended during a refresh of this session.
        public var hasInterruptedRefresh: Bool
        /// The number of consecutive failed refreshes.
        public var failedRefreshes: Int
        /// The time of the next retry.
        public var nextRetryAt: Date?
    }

    /// The time of the report, by the estimated clock of the server.
    public var time: Date
    /// The server.
    public var issuer: String
    /// The client.
    public var clientID: String
    /// The seconds by which the server's clock is ahead of the device's; `nil` before the first response.
    public var clockOffset: Double?
    /// The reason that the server does not respond; `nil` if it does, or was not checked.
    public var serverError: String?
    /// A Boolean value that indicates whether a process holds the refresh lock.
    public var isRefreshing: Bool
    /// The state of the store.
    public var store: Store
    /// The sessions.
    public var sessions: [Session]
    /// The latest events, oldest first.
    public var events: [DiagnosticEvent]
}

extension Diagnostics {
    /// The recommended actions; empty if there is no problem.
    public var advice: [String] {
        var advice = [serverError].compactMap(\.self)
        switch store.readError {
        case nil: break
        case "locked"?:
            advice.append("The stored sessions are locked. Unlock the device or the keyring; nothing is lost.")
        case "corrupt"?:
            advice.append("The stored sessions are corrupt. Sign out to remove them, then sign in again.")
        case "denied"?:
            advice.append("This process cannot read the stored sessions. Check their owner and permissions.")
        default:
            advice.append("The stored sessions cannot be read. Check the disk and the permissions.")
        }
        if store.readError == nil, store.writeError != nil {
            advice.append("The store is not writable, so no token is refreshed. Check the disk and the permissions.")
        }
        if let clockOffset, abs(clockOffset) > 60 {
            let direction = clockOffset > 0 ? "behind" : "ahead"
            advice.append("The clock of this device is \(Int(abs(clockOffset))) seconds \(direction). Set it.")
        }
        if sessions.contains(where: \.hasInterruptedRefresh) {
            advice.append("A refresh was interrupted. The next start retries it; sign in again if that fails.")
        }
        if sessions.contains(where: { $0.expiresAt <= time && $0.refreshTokenFingerprint == nil }) {
            advice.append("A session has expired and cannot be refreshed. Sign in again.")
        }
        if sessions.contains(where: { $0.failedRefreshes > 0 }) {
            advice.append("A refresh failed and will be retried. Check the network.")
        }
        if store.pendingRevocations > 0 {
            advice.append("Some tokens are not revoked at the server yet. Revocation is retried at the next start.")
        }
        return advice
    }
}
