import Foundation
import GatehouseWire

/// The rules for a client's sessions, as a value: an event produces a new state and effects.
///
/// It reads no clock and performs no I/O; ``SessionManager`` performs the effects and returns their results as events,
/// in any order. Invariants:
/// - A session has at most one refresh in progress, and every caller is resumed exactly once.
/// - Tokens that arrive after their session has ended here are never stored, and are revoked unless the session ended
///   without revocation.
/// - Only a definite rejection of the stored refresh token ends a session; no other failure does.
/// - A token is refreshed in the background before it expires; failures are retried with increasing delays.
/// - At most one store access is in progress, so results arrive in the order of the contents.
struct SessionStateMachine: Sendable {
    /// The sessions at the last access of the store; `nil` before the first.
    private(set) var lastStored: StoredSessions?
    /// The error of the last read, if it failed.
    private var storeReadError: TokenStoreError?
    /// The reason that no session is current.
    private var signedOutReason: SignedOutReason = .noSession
    /// The reasons of sessions that ended here.
    private(set) var endReasons: [String: SignedOutReason] = [:]
    /// The sessions that ended here without revocation, because their tokens may be used elsewhere.
    private var endedWithoutRevocation: Set<String> = []
    private let revokesEndedSessions: Bool

    private var scheduler = StoreScheduler()
    private(set) var coordinator: RefreshCoordinator
    private var published: SessionState?
    private var eventDiff = SessionEventDiff()

    /// Creates the initial state.
    ///
    /// - Parameters:
    ///   - revokesEndedSessions: Whether ended sessions are revoked at the server.
    ///   - returnsExpiringTokens: Whether a token that is about to expire is returned while it is refreshed.
    init(revokesEndedSessions: Bool = true, returnsExpiringTokens: Bool = true) {
        self.revokesEndedSessions = revokesEndedSessions
        coordinator = RefreshCoordinator(returnsExpiringTokens: returnsExpiringTokens)
    }

    /// Whether all mutations are stored.
    var isSaved: Bool { scheduler.isSaved }

    /// The stored sessions with the unsaved mutations that apply before they are saved.
    var effectiveSessions: StoredSessions {
        (lastStored ?? StoredSessions()).applying(scheduler.appliedMutations)
    }

    /// The sign-in state; `nil` before the first read of the store.
    var state: SessionState? {
        guard lastStored != nil else { return storeReadError.map(SessionState.unknown) }
        guard let session = effectiveSessions.currentSession else { return .signedOut(signedOutReason) }
        return coordinator.offline.contains(session.id)
            ? .signedInOffline(session.account) : .signedIn(session.account)
    }

    /// Processes an event.
    ///
    /// - Returns: The effects to perform, in this order.
    mutating func process(_ event: Event) -> [Effect] {
        var output = RefreshCoordinator.Output()
        switch event {
        case .readRequested(let requestID):
            scheduler.requestRead(requestID: requestID)
        case .mutationRequested(let change, let requestID):
            scheduler.append(change, requestID: requestID)
        case .endRequested(let ids, let reason, let requestID, let now):
            scheduler.append(.end(ids, revocationTime: now, because: reason), requestID: requestID)
            if now == nil { endedWithoutRevocation.formUnion(ids) }
            for id in ids.sorted() { coordinator.endSession(id, because: reason, &output) }
        case .tokenRequested(let waiter):
            requestToken(waiter, &output)
        case .waiterCancelled(let caller):
            coordinator.cancelWaiter(caller, &output)
        case .interruptedRefreshesFound(let entries, let now):
            for session in effectiveSessions.sessions where entries.contains(where: { $0.isOpen(for: session) }) {
                coordinator.startBackgroundRefresh(session, at: now, &output)
            }
        case .refreshRetryDue(let id, let failures, let now):
            guard let session = effectiveSessions.session(id) else { break }
            coordinator.retry(session, afterFailures: failures, at: now, &output)
        case .networkAvailable(let now, let isAutomatic):
            coordinator.retryAll(in: effectiveSessions, at: now, isAutomatic: isAutomatic, &output)
        case .storeRetryDue:
            scheduler.beginRetry(readFailed: storeReadError != nil)
        case .refreshCompleted(let id, let attempt, let outcome, let now, let chance):
            if let session = effectiveSessions.session(id), coordinator.isAwaitingServer(id, attempt: attempt) {
                coordinator.complete(session, with: outcome, at: now, chance: chance, &output)
            } else {
                revokeLateTokens(of: id, attempt: attempt, outcome: outcome, at: now, &output)
            }
        case .storeRead(let result):
            finishRead(result, &output)
        case .storeWritten(let stored):
            recordReplacedSessions(in: stored)
            acceptStored(stored)
            output.effects += scheduler.finishSave(nil)
            coordinator.advance(in: effectiveSessions, endReasons: endReasons, &output)
        case .storeWriteFailed(let error):
            output.effects += scheduler.finishSave(error)
            if !scheduler.isSaved, let retry = scheduler.scheduleRetry() { output.effects.append(retry) }
        }
        apply(output)
        // Unsaved mutations are retried with the next event other than the failure itself.
        if case .storeWriteFailed = event {} else { scheduler.requestSave() }
        return output.effects + startNextAccess() + publications()
    }

    private mutating func requestToken(_ waiter: Waiter, _ output: inout RefreshCoordinator.Output) {
        let session = effectiveSessions.session(waiter.sessionID)
        if lastStored != nil, session == nil {
            let reason = endReasons[waiter.sessionID] ?? .endedByAnotherProcess
            output.resume(waiter, .failure(.signedOut(reason)))
        } else {
            coordinator.enqueue(waiter, for: session, &output)
        }
    }

    /// Revokes tokens that arrive after their session has ended here.
    private func revokeLateTokens(
        of id: String,
        attempt: Int,
        outcome: RefreshOutcome,
        at now: Date,
        _ output: inout RefreshCoordinator.Output
    ) {
        guard case .refreshed(let tokens) = outcome, let token = tokens.refreshToken, revokesEndedSessions,
            !endedWithoutRevocation.contains(id)
        else { return }
        output.mutations.append(
            .enqueueRevocation(PendingRevocation(id: "\(id)/\(attempt)", token: token, since: now))
        )
    }

    /// Applies the consequences of a step of the coordinator to the other parts of the state.
    private mutating func apply(_ output: RefreshCoordinator.Output) {
        for change in output.mutations { scheduler.append(change) }
        if output.requiresRead { scheduler.requestRead() }
        for (id, reason) in output.ended {
            endReasons[id] = reason
            if lastStored?.current == id { signedOutReason = reason }
        }
    }

    private mutating func startNextAccess() -> [Effect] {
        guard let access = scheduler.startNextAccess() else { return [] }
        coordinator.recordStoreAccess()
        return [access]
    }

    /// Returns the events and the state to publish.
    private mutating func publications() -> [Effect] {
        var effects: [Effect] = []
        if let lastStored {
            let offline = coordinator.offline
            effects = eventDiff.since(effectiveSessions, stored: lastStored, offline: offline, endReasons: endReasons)
                .map(Effect.publishEvent)
        }
        guard let state, state != published else { return effects }
        published = state
        return effects + [.publishState(state)]
    }
}

// MARK: - The stored sessions

extension SessionStateMachine {
    private mutating func finishRead(
        _ result: Result<StoredSessions?, TokenStoreError>,
        _ output: inout RefreshCoordinator.Output
    ) {
        switch result {
        case .success(let found):
            acceptStored(found ?? StoredSessions())
            output.effects += scheduler.finishRead(nil)
            coordinator.advance(in: effectiveSessions, endReasons: endReasons, &output)
        case .failure(let error):
            storeReadError = error
            output.effects += scheduler.finishRead(error)
            coordinator.failRefreshesAwaitingStore(error, in: effectiveSessions, &output)
            if let retry = scheduler.scheduleRetry() { output.effects.append(retry) }
        }
    }

    private mutating func acceptStored(_ found: StoredSessions) {
        coordinator.resetFailures { [lastStored] id in
            found.session(id)?.accessToken == lastStored?.session(id)?.accessToken
        }
        scheduler.resetFailures()
        if found.current == nil { recordEndReason(found) }
        lastStored = found
        storeReadError = nil
        // Another process stored new tokens before the rejection of the old ones could be stored: the session
        // continues.
        let sessions = effectiveSessions
        for (id, reason) in endReasons where reason.isByServer && sessions.session(id) != nil {
            endReasons[id] = nil
        }
    }

    /// Records the reason that no session is current in the stored data, unless it is known here.
    private mutating func recordEndReason(_ found: StoredSessions) {
        let stored = found.lastEndReason.flatMap(SignedOutReason.init)
        if let lastStored {
            guard let was = lastStored.current, endReasons[was] == nil else { return }
            signedOutReason = stored == .requested ? .endedByAnotherProcess : stored ?? .endedByAnotherProcess
        } else {
            signedOutReason = stored ?? signedOutReason
        }
    }

    /// Records the sessions that a new sign-in replaces.
    private mutating func recordReplacedSessions(in stored: StoredSessions) {
        let sessions = effectiveSessions.sessions
        for change in scheduler.savingMutations.compactMap({ $0.applied(in: stored) }) {
            let replaced: [StoredSession]
            let since: Date?
            switch change {
            case .add(let session, revocationTime: let date):
                (replaced, since) = (sessions.filter { $0.account.id == session.account.id }, date)
            case .replaceAll(_, revocationTime: let date): (replaced, since) = (sessions, date)
            default: continue
            }
            for old in replaced { endReasons[old.id] = .requested }
            if since == nil { endedWithoutRevocation.formUnion(replaced.map(\.id)) }
        }
    }
}
