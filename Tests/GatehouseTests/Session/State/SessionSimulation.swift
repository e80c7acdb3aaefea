import Foundation
import GatehouseWire

@testable import Gatehouse

/// A store, a server and an app around a state machine, driven by one seed.
struct SessionSimulation {
    var random: SeededGenerator
    var machine = SessionStateMachine()
    var now: TimeInterval = 0
    var number = 0

    // The store, which another process also writes.
    private(set) var stored: StoredSessions?
    var storeEffects: [SessionStateMachine.Effect] = []
    var isLocked = false

    // The server: the valid refresh token of each session.
    var validTokens: [String: Secret] = [:]
    var refreshRequests: [(grant: StoredSession, attempt: Int)] = []
    /// The account of each refresh token.
    var owners: [Secret: String] = [:]
    /// The events of pending timers.
    var timers: [SessionStateMachine.Event] = []
    /// The journal entries of killed processes.
    var entries: [RefreshJournalEntry] = []
    /// The sessions whose valid token was lost with the process that received it.
    var sessionsWithLostToken: Set<String> = []

    /// The session of each waiting caller.
    var waiting: [Int: String] = [:]
    var pendingRequests: Set<Int> = []
    /// The result that a completed request guarantees: the session is stored, or it is removed.
    var signIns: [Int: String] = [:]
    var signOuts: [Int: String] = [:]
    private let recordsObservations: Bool
    private(set) var observed: Set<String> = []
    var invariants = SessionInvariants()

    var violations: [String] { invariants.violations }

    /// Creates a simulation.
    ///
    /// - Parameters:
    ///   - seed: The seed of all random decisions.
    ///   - recordsObservations: Whether to record events, effects and states.
    init(seed: UInt64, recordsObservations: Bool = false) {
        random = SeededGenerator(seed: seed)
        self.recordsObservations = recordsObservations
    }

    mutating func run() {
        for _ in 0..<150 { step() }
        settle()
    }

    /// Completes all pending work with the store unlocked.
    private mutating func settle() {
        isLocked = false
        for _ in 0..<200 where !storeEffects.isEmpty || !refreshRequests.isEmpty {
            while !storeEffects.isEmpty { startNextAccess() }
            while !refreshRequests.isEmpty { respond() }
        }
        // Mutations that a locked store did not take are retried by a timer.
        for timer in timers { if case .storeRetryDue = timer { input(timer) } }
        while !storeEffects.isEmpty { startNextAccess() }
        input(.readRequested(requestID: nextRequestID()))
        while !storeEffects.isEmpty { startNextAccess() }
        let (waiting, pendingRequests) = (waiting, pendingRequests)
        invariants.expect(waiting.isEmpty, "the callers \(waiting) were never resumed")
        invariants.expect(pendingRequests.isEmpty, "the requests \(pendingRequests) never completed")
        invariants.expect(
            stored?.sessions ?? [] == machine.effectiveSessions.sessions,
            "memory and store differ at the end"
        )
        invariants.expect(machine.coordinator.refreshes.isEmpty, "a refresh is still pending at the end")
        invariants.checkNoneLost(from: stored)
    }

    mutating func input(_ input: SessionStateMachine.Event) {
        observe(input)
        for effect in machine.process(input) { perform(effect) }
        let activeIDs = Set(machine.effectiveSessions.sessions.map(\.id))
        invariants.expect(
            !activeIDs.contains { invariants.isEndedByApp($0) },
            "a session that the app has ended is active again"
        )
        let accountIDs = machine.effectiveSessions.sessions.map(\.account.id)
        invariants.expect(Set(accountIDs).count == accountIDs.count, "an account has two sessions")
    }

    private mutating func perform(_ effect: SessionStateMachine.Effect) {
        observe(effect)
        switch effect {
        case .readStore, .writeStore:
            storeEffects.append(effect)
            invariants.expect(storeEffects.count == 1, "two store accesses overlap")
        case .refreshTokens(let grant, let attempt, _):
            invariants.expect(
                !refreshRequests.contains { $0.grant.id == grant.id && !invariants.isEndedByApp(grant.id) },
                "two refreshes of one session overlap"
            )
            refreshRequests.append((grant, attempt))
            entries = entries.filter { $0.sessionID != grant.id } + [RefreshJournalEntry(grant, startedAt: .at(now))]
        case .resumeWaiter(let caller, let result):
            let session = waiting.removeValue(forKey: caller)
            invariants.expect(session != nil, "caller \(caller) was resumed twice")
            if let session { invariants.check(result, for: session) }
        case .completeRequest(let requestID, let error):
            invariants.expect(pendingRequests.remove(requestID) != nil, "request \(requestID) completed twice")
            let (signIn, signOut) = (
                signIns.removeValue(forKey: requestID), signOuts.removeValue(forKey: requestID)
            )
            guard error == nil else { return }
            if let signIn {
                invariants.expect(invariants.wasStored(signIn), "\(signIn) was reported as stored and is not")
            }
            if let signOut {
                invariants.expect(stored?.session(signOut) == nil, "\(signOut) was reported as removed and is not")
            }
        case .scheduleRefreshRetry(let grant, let failures, _):
            timers.append(.refreshRetryDue(session: grant, failures: failures, now: .at(now)))
        case .scheduleStoreRetry: timers.append(.storeRetryDue)
        case .publishState, .publishEvent: break
        }
    }

    /// Saves the sessions, and checks the change.
    mutating func store(_ next: StoredSessions) {
        let ended = invariants.checkStored(next, replacing: stored, owners: owners)
        if recordsObservations { observed.formUnion(ended.map { "ended \($0)" }) }
        stored = next
    }

    mutating func nextRequestID() -> Int {
        number += 1
        pendingRequests.insert(number)
        return number
    }

    mutating func token(_ text: String, of grant: StoredSession) -> Secret {
        owners[Secret(text)] = grant.account.id
        return Secret(text)
    }

    private mutating func observe(_ input: SessionStateMachine.Event) {
        guard recordsObservations else { return }
        observed.formUnion(input.names(for: machine))
    }

    private mutating func observe(_ effect: SessionStateMachine.Effect) {
        guard recordsObservations else { return }
        observed.formUnion(effect.names)
    }
}
