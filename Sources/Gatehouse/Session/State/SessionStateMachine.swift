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
    private(set) var storeReadError: TokenStoreError?
    /// The reason that no session is current.
    var signedOutReason: SignedOutReason = .noSession
    /// The reasons of sessions that ended here.
    var endReasons: [String: SignedOutReason] = [:]
    /// The sessions that ended here without revocation, because their tokens may be used elsewhere.
    var endedWithoutRevocation: Set<String> = []
    /// The sessions whose token has expired while the server is unreachable.
    var offline: Set<String> = []
    var refreshes: [String: Refresh] = [:]
    /// The sessions whose last refresh failed temporarily.
    var backoffs: [String: RefreshBackoff] = [:]
    var attempts = 0
    let revokesEndedSessions: Bool
    let returnsExpiringTokens: Bool

    var unsavedMutations: [(requestID: Int?, change: StoreMutation)] = []
    private var pendingReads: [Int] = []
    private var store = StoreUse.idle
    private var saveIsDue = false
    var readIsDue = false
    /// The number of consecutive failures of the store.
    private var storeFailures = 0
    private var storeIsDueLater = false
    private var published: SessionState?
    private var eventDiff = SessionEventDiff()

    /// Creates the initial state.
    ///
    /// - Parameters:
    ///   - revokesEndedSessions: Whether ended sessions are revoked at the server.
    ///   - returnsExpiringTokens: Whether a token that is about to expire is returned while it is refreshed.
    init(revokesEndedSessions: Bool = true, returnsExpiringTokens: Bool = true) {
        self.revokesEndedSessions = revokesEndedSessions
        self.returnsExpiringTokens = returnsExpiringTokens
    }

    /// Whether all mutations are stored.
    var isSaved: Bool { unsavedMutations.isEmpty }

    private enum StoreUse: Equatable {
        case idle
        case reading(pendingReads: Int)
        case saving(changes: Int)
    }

    /// The stored sessions with the unsaved mutations that apply before they are saved.
    var effectiveSessions: StoredSessions {
        (lastStored ?? StoredSessions()).applying(unsavedMutations.lazy.map(\.change).filter(\.appliesBeforeSave))
    }

    /// The sign-in state; `nil` before the first read of the store.
    var state: SessionState? {
        guard lastStored != nil else { return storeReadError.map(SessionState.unknown) }
        guard let session = effectiveSessions.currentSession else { return .signedOut(signedOutReason) }
        return offline.contains(session.id) ? .signedInOffline(session.account) : .signedIn(session.account)
    }

    /// Processes an event.
    ///
    /// - Returns: The effects to perform, in this order.
    mutating func process(_ event: Event) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .readRequested(let requestID):
            pendingReads.append(requestID)
            readIsDue = true
        case .mutationRequested(let change, let requestID):
            unsavedMutations.append((requestID, change))
        case .endRequested(let ids, let reason, let requestID, let now):
            unsavedMutations.append((requestID, .end(ids, revocationTime: now, because: reason)))
            if now == nil { endedWithoutRevocation.formUnion(ids) }
            endSessions(ids, because: reason, &effects)
        case .tokenRequested(let waiter):
            enqueue(waiter, &effects)
        case .waiterCancelled(let caller):
            cancelWaiter(caller, &effects)
        case .interruptedRefreshesFound(let entries, let now):
            for session in effectiveSessions.sessions where entries.contains(where: { $0.isOpen(for: session) }) {
                startBackgroundRefresh(session, at: now)
            }
        case .refreshRetryDue(let id, let failures, let now):
            guard backoffs[id]?.failures == failures, let session = effectiveSessions.session(id) else { break }
            // The timer uses a monotonic clock, so it decides that the delay is over.
            backoffs[id]?.end(at: now)
            startBackgroundRefresh(session, at: now, isUrgent: true)
        case .networkAvailable(let now, let isAutomatic):
            for id in backoffs.keys.sorted() where backoffs[id]?.endsOnReconnection(isAutomatic: isAutomatic) == true {
                backoffs[id] = nil
                if let session = effectiveSessions.session(id) { startBackgroundRefresh(session, at: now) }
            }
        case .storeRetryDue:
            storeIsDueLater = false
            readIsDue = readIsDue || storeReadError != nil
        case .refreshCompleted(let id, let attempt, let outcome, let now, let chance):
            completeRefresh(id, attempt, outcome, at: now, chance, &effects)
        case .storeRead(.success(let found)):
            acceptStored(found ?? StoredSessions())
            finishRead(nil, &effects)
            advanceRefreshes(&effects)
        case .storeRead(.failure(let error)):
            storeReadError = error
            finishRead(error, &effects)
            failRefreshesAwaitingStore(error, &effects)
            scheduleStoreRetry(&effects)
        case .storeWritten(let stored):
            recordReplacedSessions()
            acceptStored(stored)
            finishSave(nil, &effects)
            advanceRefreshes(&effects)
        case .storeWriteFailed(let error):
            finishSave(error, &effects)
            if !unsavedMutations.isEmpty { scheduleStoreRetry(&effects) }
        }
        // Unsaved mutations are retried with the next event other than the failure itself.
        if case .storeWriteFailed = event {} else if !unsavedMutations.isEmpty { saveIsDue = true }
        startNextAccess(&effects)
        publish(&effects)
        return effects
    }
}

// MARK: - The store

extension SessionStateMachine {
    private mutating func acceptStored(_ found: StoredSessions) {
        let isKept = { [lastStored] (id: String) in
            found.session(id)?.accessToken == lastStored?.session(id)?.accessToken
        }
        offline = offline.filter(isKept)
        backoffs = backoffs.filter { isKept($0.key) }
        storeFailures = 0
        if found.current == nil { recordEndReason(found) }
        lastStored = found
        storeReadError = nil
        // Another process stored new tokens before the rejection of the old ones could be stored: the session
        // continues.
        for (id, reason) in endReasons where reason.isByServer && effectiveSessions.session(id) != nil {
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
    private mutating func recordReplacedSessions() {
        guard case .saving(let count) = store else { return }
        for change in unsavedMutations.prefix(count).map(\.change) {
            let replaced: [StoredSession]
            let since: Date?
            switch change {
            case .add(let session, revocationTime: let date):
                (replaced, since) = (effectiveSessions.sessions.filter { $0.account.id == session.account.id }, date)
            case .replaceAll(_, revocationTime: let date): (replaced, since) = (effectiveSessions.sessions, date)
            default: continue
            }
            for old in replaced { endReasons[old.id] = .requested }
            if since == nil { endedWithoutRevocation.formUnion(replaced.map(\.id)) }
        }
    }

    private mutating func finishRead(_ error: TokenStoreError?, _ effects: inout [Effect]) {
        guard case .reading(let count) = store else { return }
        store = .idle
        for requestID in pendingReads.prefix(count) { effects.append(.completeRequest(requestID, error)) }
        pendingReads.removeFirst(count)
    }

    private mutating func finishSave(_ error: TokenStoreError?, _ effects: inout [Effect]) {
        guard case .saving(let count) = store else { return }
        store = .idle
        let tried = unsavedMutations.prefix(count)
        unsavedMutations.removeFirst(count)
        if error != nil {
            // Applied mutations are kept and retried; their callers receive the failure once.
            unsavedMutations = tried.filter(\.change.appliesBeforeSave).map { (nil, $0.change) } + unsavedMutations
        }
        for requestID in tried.compactMap(\.requestID) { effects.append(.completeRequest(requestID, error)) }
    }

    private mutating func startNextAccess(_ effects: inout [Effect]) {
        guard store == .idle else { return }
        if saveIsDue, !unsavedMutations.isEmpty {
            saveIsDue = false
            store = .saving(changes: unsavedMutations.count)
            effects.append(.writeStore(unsavedMutations.map(\.change)))
        } else if readIsDue {
            readIsDue = false
            store = .reading(pendingReads: pendingReads.count)
            effects.append(.readStore)
        } else {
            return
        }
        // Refreshes that begin after this access wait for the next one.
        for id in refreshes.keys { refreshes[id]?.storeAccessHasBegun = true }
    }

    /// Schedules a retry after a store failure: after one second, then two, up to a minute.
    private mutating func scheduleStoreRetry(_ effects: inout [Effect]) {
        guard !storeIsDueLater else { return }
        storeIsDueLater = true
        effects.append(.scheduleStoreRetry(after: min(60, pow(2, Double(min(storeFailures, 6))))))
        storeFailures += 1
    }

    private mutating func publish(_ effects: inout [Effect]) {
        if let lastStored {
            effects += eventDiff.since(effectiveSessions, stored: lastStored, offline: offline, endReasons: endReasons)
                .map(Effect.publishEvent)
        }
        guard let state, state != published else { return }
        published = state
        effects.append(.publishState(state))
    }
}
