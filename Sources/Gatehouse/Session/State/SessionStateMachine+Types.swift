import Foundation
import GatehouseWire

extension SessionStateMachine {
    /// An input of the state machine.
    enum Event: Sendable {
        /// The stored sessions are requested.
        case readRequested(requestID: Int)
        /// A mutation is to be stored; the request with this number waits for the result.
        case mutationRequested(StoreMutation, requestID: Int?)
        /// The app ends sessions; they are revoked unless the time is `nil`.
        case endRequested(Set<String>, SignedOutReason, requestID: Int?, now: Date?)
        /// An access token is requested.
        case tokenRequested(Waiter)
        /// A caller was cancelled.
        case waiterCancelled(caller: Int)
        /// Unfinished refreshes of ended processes were found.
        case interruptedRefreshesFound([RefreshJournalEntry], now: Date)
        /// The retry of a refresh is due, after this number of failures.
        case refreshRetryDue(session: String, failures: Int, now: Date)
        /// The network may be available again, as the app says, or as the system's network changes suggest.
        case networkAvailable(now: Date, isAutomatic: Bool)
        /// The retry of a store access is due.
        case storeRetryDue
        /// A refresh is complete; a random number from 0 to 1 determines the jitter of the backoff.
        case refreshCompleted(session: String, attempt: Int, RefreshOutcome, now: Date, chance: Double = 0.5)
        /// The store was read.
        case storeRead(Result<StoredSessions?, TokenStoreError>)
        /// The mutations of the last write were stored; this is the stored data.
        case storeWritten(StoredSessions)
        /// The mutations of the last write could not be stored.
        case storeWriteFailed(TokenStoreError)
    }

    /// An effect to perform.
    enum Effect: Sendable, Hashable {
        /// Read the store.
        case readStore
        /// Load, apply the mutations and save; again after a conflict.
        case writeStore([StoreMutation])
        /// Request new tokens from the server.
        case refreshTokens(StoredSession, attempt: Int, for: AccessTokenRequest)
        /// Resume the caller of an access token.
        case resumeWaiter(Int, Result<StoredSession, AuthError>)
        /// Complete the request with this number.
        case completeRequest(Int, TokenStoreError?)
        /// Send ``Event/refreshRetryDue(session:failures:now:)`` after this many seconds.
        case scheduleRefreshRetry(session: String, failures: Int, after: TimeInterval)
        /// Send ``Event/storeRetryDue`` after this many seconds.
        case scheduleStoreRetry(after: TimeInterval)
        /// Publish a new state to subscribers.
        case publishState(SessionState)
        /// Publish an event to subscribers.
        case publishEvent(SessionEvent)
    }

    /// A request for an access token.
    struct Waiter: Sendable, Hashable {
        /// The margin before expiration within which a token counts as expired: it would expire in transit.
        private static let margin: TimeInterval = 10

        /// The waiting caller; `nil` for a background refresh.
        var caller: Int?
        var sessionID: String
        /// An access token that a service has rejected.
        var rejected: Secret?
        /// The requested scopes and claims.
        var tokenRequest = AccessTokenRequest()
        /// Whether a user is waiting, so that the backoff is skipped.
        var isUrgent = false
        /// The seconds for which the token must be valid.
        var leeway: TimeInterval
        var now: Date

        /// Returns the session with a token that is valid beyond the leeway, if there is one.
        func validToken(in session: StoredSession) -> StoredSession? {
            unexpiredToken(in: session).flatMap { $0.expiresAt.timeIntervalSince(now) > leeway ? $0 : nil }
        }

        /// Returns the session with a token that is usable while it is refreshed.
        func expiringToken(in session: StoredSession) -> StoredSession? {
            unexpiredToken(in: session).flatMap { $0.expiresAt.timeIntervalSince(now) > Self.margin ? $0 : nil }
        }

        /// Returns the same request without a caller, for any token but this one.
        func asBackgroundRefresh(replacing token: Secret) -> Waiter {
            var waiter = self
            waiter.caller = nil
            waiter.rejected = token
            return waiter
        }

        /// Returns the session with an unexpired token, regardless of the leeway.
        func unexpiredToken(in session: StoredSession) -> StoredSession? {
            guard tokenRequest.claims == nil, let session = session.selectingToken(for: tokenRequest) else {
                return nil
            }
            return session.accessToken != rejected && session.expiresAt > now ? session : nil
        }
    }
}

/// Computes the events between two states of the sessions.
struct SessionEventDiff: Sendable {
    private var sessions: StoredSessions?
    private var stored = StoredSessions()
    private var offline: Set<String> = []

    /// Returns the events since the last call; none the first time.
    ///
    /// - Parameters:
    ///   - now: The effective sessions.
    ///   - isStored: The stored sessions. New tokens are announced only when stored, so that observers do not see them
    ///     lost.
    ///   - isOffline: The sessions whose token has expired while the server is unreachable.
    ///   - endReasons: The reasons of sessions that ended here.
    /// - Returns: The events, ends first.
    mutating func since(
        _ now: StoredSessions,
        stored isStored: StoredSessions,
        offline isOffline: Set<String>,
        endReasons: [String: SignedOutReason]
    ) -> [SessionEvent] {
        defer { (sessions, stored, offline) = (now, isStored, isOffline) }
        guard let before = sessions else { return [] }
        var events: [SessionEvent] = []
        for session in before.sessions where now.session(session.id) == nil {
            events.append(
                SessionEvent(
                    account: session.account,
                    kind: .signedOut(endReasons[session.id] ?? .endedByAnotherProcess)
                )
            )
        }
        for session in now.sessions {
            func add(_ kind: SessionEvent.Kind) { events.append(SessionEvent(account: session.account, kind: kind)) }
            if before.session(session.id) == nil { add(.signedIn) }
            if let old = stored.session(session.id), let new = isStored.session(session.id),
                old.accessToken != new.accessToken
            {
                add(.refreshed)
            }
            switch (offline.contains(session.id), isOffline.contains(session.id)) {
            case (false, true): add(.wentOffline)
            case (true, false): add(.cameOnline)
            default: break
            }
            if now.current == session.id, before.current != session.id { add(.becameCurrent) }
        }
        return events
    }
}
