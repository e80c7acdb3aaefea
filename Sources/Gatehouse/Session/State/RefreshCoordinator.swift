import Foundation
import GatehouseWire

/// The refreshes of all sessions: their waiters, their stages and the delays after failures.
struct RefreshCoordinator: Sendable {
    /// The consequences of a step.
    struct Output: Sendable {
        var effects: [SessionStateMachine.Effect] = []
        /// The mutations to store.
        var mutations: [StoreMutation] = []
        /// Whether a refresh waits for a read of the store.
        var requiresRead = false
        /// The sessions that ended, with their reasons.
        var ended: [(id: String, reason: SignedOutReason)] = []

        /// Resumes the caller of a waiter, if it has one.
        mutating func resume(_ waiter: Waiter, _ result: Result<StoredSession, AuthError>) {
            if let caller = waiter.caller { effects.append(.resumeWaiter(caller, result)) }
        }

        /// Resumes all waiters, with an unexpired token if there is one, otherwise with the error.
        mutating func fail(_ waiters: [Waiter], of session: StoredSession?, with error: AuthError) {
            for waiter in waiters {
                resume(waiter, session.flatMap(waiter.unexpiredToken).map(Result.success) ?? .failure(error))
            }
        }
    }

    typealias Waiter = SessionStateMachine.Waiter

    private(set) var refreshes: [String: Refresh] = [:]
    /// The sessions whose last refresh failed temporarily.
    private(set) var backoffs: [String: RefreshBackoff] = [:]
    /// The sessions whose token has expired while the server is unreachable.
    private(set) var offline: Set<String> = []
    private var attempts = 0
    private let returnsExpiringTokens: Bool

    /// Creates a coordinator without refreshes.
    ///
    /// - Parameter returnsExpiringTokens: Whether a token that is about to expire is returned while it is refreshed.
    init(returnsExpiringTokens: Bool) {
        self.returnsExpiringTokens = returnsExpiringTokens
    }

    // MARK: Waiters

    /// Resumes a waiter with a valid token, or makes it wait for a refresh.
    ///
    /// - Parameters:
    ///   - waiter: The waiter.
    ///   - session: The session; `nil` if the store has not been read yet.
    ///   - output: Receives the consequences.
    mutating func enqueue(_ waiter: Waiter, for session: StoredSession?, _ output: inout Output) {
        if let session {
            if let usable = waiter.validToken(in: session) {
                output.resume(waiter, .success(usable))
                return
            }
            let error = backoffs[session.id]?.currentError(at: waiter.now)
            if returnsExpiringTokens, let usable = waiter.expiringToken(in: session) {
                output.resume(waiter, .success(usable))
                guard session.refreshToken != nil, error == nil else { return }
                joinOrStartRefresh(waiter.asBackgroundRefresh(replacing: usable.accessToken), &output)
                return
            }
            if !waiter.isUrgent, let error {
                output.fail([waiter], of: session, with: error)
                return
            }
        }
        joinOrStartRefresh(waiter, &output)
    }

    /// Joins the refresh in progress, or starts one by reading the store.
    private mutating func joinOrStartRefresh(_ waiter: Waiter, _ output: inout Output) {
        if refreshes[waiter.sessionID] == nil {
            attempts += 1
            refreshes[waiter.sessionID] = Refresh(attempt: attempts)
            output.requiresRead = true
        }
        // Background requests without a caller are not duplicated.
        if waiter.caller == nil,
            refreshes[waiter.sessionID]?.waiters.contains(where: { $0.tokenRequest == waiter.tokenRequest }) == true
        {
            return
        }
        refreshes[waiter.sessionID]?.waiters.append(waiter)
    }

    /// Starts a refresh that no caller waits for, unless one is in progress.
    mutating func startBackgroundRefresh(
        _ session: StoredSession,
        at now: Date,
        isUrgent: Bool = false,
        _ output: inout Output
    ) {
        guard refreshes[session.id] == nil, session.refreshToken != nil else { return }
        let token = session.accessToken
        joinOrStartRefresh(
            Waiter(caller: nil, sessionID: session.id, rejected: token, isUrgent: isUrgent, leeway: 0, now: now),
            &output
        )
    }

    /// Resumes a cancelled caller; the refresh continues.
    mutating func cancelWaiter(_ caller: Int, _ output: inout Output) {
        for id in refreshes.keys {
            guard let waiter = refreshes[id]?.removeWaiter(caller) else { continue }
            output.resume(waiter, .failure(.cancelled("The wait for an access token was cancelled.")))
        }
    }

    // MARK: The store

    /// Records that an access of the store has begun: refreshes that begin after it wait for the next one.
    mutating func recordStoreAccess() {
        for id in refreshes.keys { refreshes[id]?.storeAccessHasBegun = true }
    }

    /// Forgets the failures of sessions whose tokens have changed.
    mutating func resetFailures(unless isUnchanged: (_ sessionID: String) -> Bool) {
        offline = offline.filter(isUnchanged)
        backoffs = backoffs.filter { isUnchanged($0.key) }
    }

    /// Continues the refreshes that waited for the store to be read.
    ///
    /// - Parameters:
    ///   - sessions: The effective sessions.
    ///   - endReasons: The reasons of sessions that ended here.
    ///   - output: Receives the consequences.
    mutating func advance(
        in sessions: StoredSessions,
        endReasons: [String: SignedOutReason],
        _ output: inout Output
    ) {
        for id in refreshes.keys.sorted() {
            guard let refresh = refreshes[id], refresh.storeAccessHasBegun else { continue }
            guard let session = sessions.session(id) else {
                endSession(id, because: endReasons[id] ?? .endedByAnotherProcess, &output)
                continue
            }
            switch refresh.stage {
            case .awaitingServer: continue
            case .confirmingRejection(let spent, let error) where session.refreshToken == spent:
                output.mutations.append(.endRejected(id, spent: spent, because: error.endOfSession))
                endSession(id, because: error.endOfSession, &output)
            case .readingStore, .confirmingRejection: requestTokens(refresh, for: session, &output)
            }
        }
    }

    private mutating func requestTokens(_ refresh: Refresh, for session: StoredSession, _ output: inout Output) {
        refreshes[session.id] = nil
        var waiters: [Waiter] = []
        for waiter in refresh.waiters {
            if let usable = waiter.validToken(in: session) {
                output.resume(waiter, .success(usable))
            } else if returnsExpiringTokens, session.refreshToken != nil, let usable = waiter.expiringToken(in: session)
            {
                output.resume(waiter, .success(usable))
                waiters.append(waiter.asBackgroundRefresh(replacing: usable.accessToken))
            } else {
                waiters.append(waiter)
            }
        }
        if let error = backoffError(for: waiters, session: session.id) {
            output.fail(waiters, of: session, with: error)
            return
        }
        guard let first = waiters.first else { return }
        guard let token = session.refreshToken else {
            output.fail(waiters, of: session, with: .missingRefreshToken)
            return
        }
        attempts += 1
        let tokenRequest = first.tokenRequest.resolved(for: session)
        var next = Refresh(attempt: attempts, waiters: waiters)
        next.awaitServer(with: token, for: tokenRequest)
        refreshes[session.id] = next
        output.effects.append(.refreshTokens(session, attempt: attempts, for: tokenRequest))
    }

    /// Returns the backoff error if it applies to all waiters.
    private func backoffError(for waiters: [Waiter], session id: String) -> AuthError? {
        guard let backoff = backoffs[id], !waiters.contains(where: \.isUrgent) else { return nil }
        let errors = waiters.compactMap { backoff.currentError(at: $0.now) }
        return errors.count == waiters.count ? errors.first : nil
    }

    /// Fails the refreshes that wait for the store: their result could not be stored.
    mutating func failRefreshesAwaitingStore(
        _ error: TokenStoreError,
        in sessions: StoredSessions,
        _ output: inout Output
    ) {
        for id in refreshes.keys.sorted() {
            guard let refresh = refreshes[id], refresh.storeAccessHasBegun else { continue }
            if case .awaitingServer = refresh.stage { continue }
            output.fail(removeRefresh(id), of: sessions.session(id), with: error.authError)
        }
    }

    // MARK: The server

    /// Returns whether a refresh of this attempt waits for the server.
    func isAwaitingServer(_ id: String, attempt: Int) -> Bool {
        guard let refresh = refreshes[id], refresh.attempt == attempt else { return false }
        if case .awaitingServer = refresh.stage { return true }
        return false
    }

    /// Completes the refresh of a session that waits for the server.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - outcome: The outcome.
    ///   - now: The time, by the server's clock.
    ///   - chance: A random number from 0 to 1 for the jitter.
    ///   - output: Receives the consequences.
    mutating func complete(
        _ session: StoredSession,
        with outcome: RefreshOutcome,
        at now: Date,
        chance: Double,
        _ output: inout Output
    ) {
        let id = session.id
        guard case .awaitingServer(let spent, let tokenRequest)? = refreshes[id]?.stage else { return }
        switch outcome {
        case .refreshed(let tokens):
            let refreshed = session.applying(tokens, requestedBy: tokenRequest)
            output.mutations.append(.updateTokens(refreshed, spent: spent))
            offline.remove(id)
            backoffs[id] = nil
            for waiter in removeWaiters(satisfiedBy: tokenRequest, of: session, &output) {
                output.resume(waiter, .success(refreshed.withAccessToken(tokens)))
            }
        case .rejected(let error):
            refreshes[id]?.wait(in: .confirmingRejection(spent, error))
            output.requiresRead = true
        case .superseded:
            refreshes[id]?.wait(in: .readingStore)
            output.requiresRead = true
        case .failed(let error):
            // A rejection of particular scopes, claims or APIs says nothing about other requests.
            let isForAll =
                tokenRequest.claims == nil && tokenRequest.resource == nil && tokenRequest.scopes == session.scopes
            if error.isTransient || error.isRejection && isForAll {
                backoff(session, after: error, at: now, chance: chance, &output)
            }
            let waiters =
                error.isTransient
                ? removeRefresh(id) : removeWaiters(satisfiedBy: tokenRequest, of: session, &output)
            output.fail(waiters, of: session, with: error)
        }
    }

    private mutating func backoff(
        _ session: StoredSession,
        after error: AuthError,
        at now: Date,
        chance: Double,
        _ output: inout Output
    ) {
        if error.isTransient, session.expiresAt <= now { offline.insert(session.id) }
        // The timer of the current delay is still running.
        if backoffs[session.id]?.recordEarlyRetry(error, at: now) == true { return }
        let next = RefreshBackoff(after: backoffs[session.id], error, at: now, chance: chance)
        backoffs[session.id] = next
        // Permanent errors are retried only on request.
        guard error.isTransient else { return }
        let pause = next.retryAt.timeIntervalSince(now)
        output.effects.append(.scheduleRefreshRetry(session: session.id, failures: next.failures, after: pause))
    }

    /// Retries a refresh whose delay is over.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - failures: The number of failures when the retry was scheduled; it is void if that has changed.
    ///   - now: The time, by the server's clock.
    ///   - output: Receives the consequences.
    mutating func retry(_ session: StoredSession, afterFailures failures: Int, at now: Date, _ output: inout Output) {
        guard backoffs[session.id]?.failures == failures else { return }
        // The timer uses a monotonic clock, so it decides that the delay is over.
        backoffs[session.id]?.end(at: now)
        startBackgroundRefresh(session, at: now, isUrgent: true, &output)
    }

    /// Retries the refreshes whose delay ends when the network may be available again.
    mutating func retryAll(
        in sessions: StoredSessions,
        at now: Date,
        isAutomatic: Bool,
        _ output: inout Output
    ) {
        for id in backoffs.keys.sorted() where backoffs[id]?.endsOnReconnection(isAutomatic: isAutomatic) == true {
            backoffs[id] = nil
            if let session = sessions.session(id) { startBackgroundRefresh(session, at: now, &output) }
        }
    }

    // MARK: Ends

    /// Ends the refresh of a session that has ended.
    mutating func endSession(_ id: String, because reason: SignedOutReason, _ output: inout Output) {
        output.ended.append((id, reason))
        offline.remove(id)
        backoffs[id] = nil
        for waiter in removeRefresh(id) { output.resume(waiter, .failure(.signedOut(reason))) }
    }

    /// Ends a refresh and returns its waiters.
    private mutating func removeRefresh(_ id: String) -> [Waiter] {
        refreshes.removeValue(forKey: id)?.waiters ?? []
    }

    /// Ends a refresh and returns the waiters it satisfies; the others wait for another one.
    private mutating func removeWaiters(
        satisfiedBy tokenRequest: AccessTokenRequest,
        of session: StoredSession,
        _ output: inout Output
    ) -> [Waiter] {
        guard var refresh = refreshes.removeValue(forKey: session.id) else { return [] }
        let satisfied = refresh.waiters.filter { $0.tokenRequest.isSatisfied(by: tokenRequest, for: session) }
        refresh.waiters.removeAll { $0.tokenRequest.isSatisfied(by: tokenRequest, for: session) }
        if !refresh.waiters.isEmpty {
            refresh.wait(in: .readingStore)
            refreshes[session.id] = refresh
            output.requiresRead = true
        }
        return satisfied
    }
}

/// A refresh in progress with its waiters.
struct Refresh: Sendable, Hashable {
    /// A stage of a refresh.
    enum Stage: Sendable, Hashable {
        /// The store is being read: another process may have refreshed already.
        case readingStore
        /// The server's response to this refresh token and request is awaited.
        case awaitingServer(Secret, AccessTokenRequest)
        /// The server rejected this refresh token; the store is read again to confirm that it is current.
        case confirmingRejection(Secret, AuthError)
    }

    let attempt: Int
    var waiters: [SessionStateMachine.Waiter] = []
    private(set) var stage = Stage.readingStore
    /// Whether a store access has begun since the stage began.
    var storeAccessHasBegun = false

    init(attempt: Int, waiters: [SessionStateMachine.Waiter] = []) {
        self.attempt = attempt
        self.waiters = waiters
    }

    /// Enters a stage that waits for a store access that begins from now on.
    mutating func wait(in stage: Stage) {
        self.stage = stage
        storeAccessHasBegun = false
    }

    /// Enters the stage that waits for the server.
    mutating func awaitServer(with token: Secret, for tokenRequest: AccessTokenRequest) {
        stage = .awaitingServer(token, tokenRequest)
    }

    /// Removes and returns the waiter of a caller.
    mutating func removeWaiter(_ caller: Int) -> SessionStateMachine.Waiter? {
        waiters.firstIndex { $0.caller == caller }.map { waiters.remove(at: $0) }
    }
}
