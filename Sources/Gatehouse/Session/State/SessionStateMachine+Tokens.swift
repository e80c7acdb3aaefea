import Foundation
import GatehouseWire

extension SessionStateMachine {
    mutating func enqueue(_ waiter: Waiter, _ effects: inout [Effect]) {
        if lastStored != nil {
            guard let session = effectiveSessions.session(waiter.sessionID) else {
                resume(waiter, .failure(.signedOut(endReasons[waiter.sessionID] ?? .endedByAnotherProcess)), &effects)
                return
            }
            if let usable = waiter.validToken(in: session) {
                resume(waiter, .success(usable), &effects)
                return
            }
            if returnsExpiringTokens, let usable = waiter.expiringToken(in: session) {
                resume(waiter, .success(usable), &effects)
                guard session.refreshToken != nil, backoffs[session.id]?.currentError(at: waiter.now) == nil else {
                    return
                }
                joinOrStartRefresh(waiter.asBackgroundRefresh(replacing: usable.accessToken))
                return
            }
            if !waiter.isUrgent, let error = backoffs[session.id]?.currentError(at: waiter.now) {
                failWaiters([waiter], session, error, &effects)
                return
            }
        }
        joinOrStartRefresh(waiter)
    }

    /// Joins the refresh in progress, or starts one by reading the store.
    private mutating func joinOrStartRefresh(_ waiter: Waiter) {
        if refreshes[waiter.sessionID] == nil {
            attempts += 1
            refreshes[waiter.sessionID] = Refresh(attempt: attempts)
            readIsDue = true
        }
        // Background requests without a caller are not duplicated.
        if waiter.caller == nil,
            refreshes[waiter.sessionID]?.waiters.contains(where: { $0.tokenRequest == waiter.tokenRequest }) == true
        {
            return
        }
        refreshes[waiter.sessionID]?.waiters.append(waiter)
    }

    mutating func startBackgroundRefresh(_ session: StoredSession, at now: Date, isUrgent: Bool = false) {
        guard refreshes[session.id] == nil, session.refreshToken != nil else { return }
        let token = session.accessToken
        joinOrStartRefresh(
            Waiter(caller: nil, sessionID: session.id, rejected: token, isUrgent: isUrgent, leeway: 0, now: now)
        )
    }

    private func resume(_ waiter: Waiter, _ result: Result<StoredSession, AuthError>, _ effects: inout [Effect]) {
        if let caller = waiter.caller { effects.append(.resumeWaiter(caller, result)) }
    }

    mutating func cancelWaiter(_ caller: Int, _ effects: inout [Effect]) {
        for id in refreshes.keys {
            guard let index = refreshes[id]?.waiters.firstIndex(where: { $0.caller == caller }) else { continue }
            refreshes[id]?.waiters.remove(at: index)
            effects.append(.resumeWaiter(caller, .failure(.cancelled("The wait for an access token was cancelled."))))
        }
    }

    mutating func completeRefresh(
        _ id: String,
        _ attempt: Int,
        _ outcome: RefreshOutcome,
        at now: Date,
        _ chance: Double,
        _ effects: inout [Effect]
    ) {
        guard let refresh = refreshes[id], refresh.attempt == attempt,
            case .awaitingServer(let spent, let tokenRequest) = refresh.stage,
            let session = effectiveSessions.session(id)
        else {
            if case .refreshed(let late) = outcome, let token = late.refreshToken, revokesEndedSessions,
                !endedWithoutRevocation.contains(id)
            {
                unsavedMutations.append(
                    (nil, .enqueueRevocation(PendingRevocation(id: "\(id)/\(attempt)", token: token, since: now)))
                )
            }
            return
        }
        switch outcome {
        case .refreshed(let tokens):
            let refreshed = session.applying(tokens, requestedBy: tokenRequest)
            unsavedMutations.append((nil, .updateTokens(refreshed, spent: spent)))
            offline.remove(id)
            backoffs[id] = nil
            for waiter in removeWaiters(satisfiedBy: tokenRequest, of: session) {
                resume(waiter, .success(refreshed.withAccessToken(tokens)), &effects)
            }
        case .rejected(let error):
            refreshes[id]?.wait(in: .confirmingRejection(spent, error))
            readIsDue = true
        case .superseded:
            refreshes[id]?.wait(in: .readingStore)
            readIsDue = true
        case .failed(let error):
            // A rejection of particular scopes or claims says nothing about other requests.
            let isForAll = tokenRequest.claims == nil && tokenRequest.scopes == session.scopes
            if error.isTransient || error.isRejection && isForAll {
                backoff(session, error, at: now, chance, &effects)
            }
            failWaiters(
                error.isTransient ? removeRefresh(id) : removeWaiters(satisfiedBy: tokenRequest, of: session),
                session,
                error,
                &effects
            )
        }
    }

    private mutating func backoff(
        _ session: StoredSession,
        _ error: AuthError,
        at now: Date,
        _ chance: Double,
        _ effects: inout [Effect]
    ) {
        if error.isTransient, session.expiresAt <= now { offline.insert(session.id) }
        // The timer of the current delay is still running.
        if backoffs[session.id]?.recordEarlyRetry(error, at: now) == true { return }
        let next = RefreshBackoff(after: backoffs[session.id], error, at: now, chance: chance)
        backoffs[session.id] = next
        // Permanent errors are retried only on request.
        guard error.isTransient else { return }
        let pause = next.retryAt.timeIntervalSince(now)
        effects.append(.scheduleRefreshRetry(session: session.id, failures: next.failures, after: pause))
    }

    /// Ends a refresh and returns its waiters.
    mutating func removeRefresh(_ id: String) -> [Waiter] {
        refreshes.removeValue(forKey: id)?.waiters ?? []
    }

    /// Ends a refresh and returns the waiters it satisfies; the others wait for another one.
    private mutating func removeWaiters(
        satisfiedBy tokenRequest: AccessTokenRequest,
        of session: StoredSession
    ) -> [Waiter] {
        guard var refresh = refreshes.removeValue(forKey: session.id) else { return [] }
        let satisfied = refresh.waiters.filter { $0.tokenRequest.isSatisfied(by: tokenRequest, for: session) }
        refresh.waiters.removeAll { $0.tokenRequest.isSatisfied(by: tokenRequest, for: session) }
        if !refresh.waiters.isEmpty {
            refresh.wait(in: .readingStore)
            refreshes[session.id] = refresh
            readIsDue = true
        }
        return satisfied
    }

    /// Continues the refreshes that waited for the store to be read.
    mutating func advanceRefreshes(_ effects: inout [Effect]) {
        for id in refreshes.keys.sorted() {
            guard let refresh = refreshes[id], refresh.storeAccessHasBegun else { continue }
            guard let session = effectiveSessions.session(id) else {
                endSessions([id], because: endReasons[id] ?? .endedByAnotherProcess, &effects)
                continue
            }
            switch refresh.stage {
            case .awaitingServer: continue
            case .confirmingRejection(let spent, let error) where session.refreshToken == spent:
                unsavedMutations.append((nil, .endRejected(id, spent: spent, because: error.endOfSession)))
                endSessions([id], because: error.endOfSession, &effects)
            case .readingStore, .confirmingRejection: requestTokens(refresh, for: session, &effects)
            }
        }
    }

    private mutating func requestTokens(_ refresh: Refresh, for session: StoredSession, _ effects: inout [Effect]) {
        var remaining = refresh
        remaining.waiters = []
        for waiter in refresh.waiters {
            if let usable = waiter.validToken(in: session) {
                resume(waiter, .success(usable), &effects)
            } else if returnsExpiringTokens, session.refreshToken != nil, let usable = waiter.expiringToken(in: session)
            {
                resume(waiter, .success(usable), &effects)
                remaining.waiters.append(waiter.asBackgroundRefresh(replacing: usable.accessToken))
            } else {
                remaining.waiters.append(waiter)
            }
        }
        if let error = backoffError(for: remaining.waiters, session: session.id) {
            refreshes[session.id] = nil
            failWaiters(remaining.waiters, session, error, &effects)
            return
        }
        refreshes[session.id] = nil
        guard let first = remaining.waiters.first else { return }
        guard let token = session.refreshToken else {
            failWaiters(remaining.waiters, session, .missingRefreshToken, &effects)
            return
        }
        attempts += 1
        let tokenRequest = first.tokenRequest.resolved(for: session)
        remaining.awaitServer(with: token, for: tokenRequest, attempt: attempts)
        refreshes[session.id] = remaining
        effects.append(.refreshTokens(session, attempt: attempts, for: tokenRequest))
    }

    /// Returns the backoff error if it applies to all waiters.
    private func backoffError(for waiters: [Waiter], session id: String) -> AuthError? {
        guard let backoff = backoffs[id], !waiters.contains(where: \.isUrgent) else { return nil }
        let errors = waiters.compactMap { backoff.currentError(at: $0.now) }
        return errors.count == waiters.count ? errors.first : nil
    }

    /// Fails the refreshes that wait for the store: their result could not be stored.
    mutating func failRefreshesAwaitingStore(_ error: TokenStoreError, _ effects: inout [Effect]) {
        for id in refreshes.keys.sorted() {
            guard let refresh = refreshes[id], refresh.storeAccessHasBegun else { continue }
            if case .awaitingServer = refresh.stage { continue }
            failWaiters(removeRefresh(id), effectiveSessions.session(id), AuthError(error), &effects)
        }
    }

    /// Completes all waiters, with an unexpired token if there is one, otherwise with the error.
    private func failWaiters(
        _ waiters: [Waiter],
        _ session: StoredSession?,
        _ error: AuthError,
        _ effects: inout [Effect]
    ) {
        for waiter in waiters {
            resume(waiter, session.flatMap(waiter.unexpiredToken).map(Result.success) ?? .failure(error), &effects)
        }
    }

    mutating func endSessions(_ ids: Set<String>, because reason: SignedOutReason, _ effects: inout [Effect]) {
        if let current = lastStored?.current, ids.contains(current) { signedOutReason = reason }
        for id in ids.sorted() {
            endReasons[id] = reason
            offline.remove(id)
            backoffs[id] = nil
            for waiter in refreshes.removeValue(forKey: id)?.waiters ?? [] {
                resume(waiter, .failure(.signedOut(reason)), &effects)
            }
        }
    }
}
