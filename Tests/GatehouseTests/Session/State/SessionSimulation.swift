import Foundation
import GatehouseWire

@testable import Gatehouse

/// A store, a server and an app around a state machine, driven by one seed.
struct SessionSimulation {
    /// The reason for which a session ended.
    enum End: Hashable {
        case byApp, byAnotherSignIn, byAnotherProcess, byServer, byInterruptedRefresh
    }

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
    /// The reasons for which each session may have ended.
    var ends: [String: Set<End>] = [:]
    /// Every session ever stored, and the sessions since removed.
    private var everStored: Set<String> = []
    private var removed: Set<String> = []

    private let recordsObservations: Bool
    private(set) var observed: Set<String> = []
    private(set) var violations: [String] = []

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
        expect(waiting.isEmpty, "the callers \(waiting) were never resumed")
        expect(pendingRequests.isEmpty, "the requests \(pendingRequests) never completed")
        expect(stored?.sessions ?? [] == machine.effectiveSessions.sessions, "memory and store differ at the end")
        expect(machine.coordinator.refreshes.isEmpty, "a refresh is still pending at the end")
        let lost = everStored.filter { (ends[$0] ?? []).isEmpty && stored?.session($0) == nil }
        expect(lost.isEmpty, "the sessions \(lost) were lost without a reason")
    }

    mutating func input(_ input: SessionStateMachine.Event) {
        observe(input)
        for effect in machine.process(input) { perform(effect) }
        let activeIDs = Set(machine.effectiveSessions.sessions.map(\.id))
        expect(
            !activeIDs.contains { ends[$0]?.contains(.byApp) == true },
            "a session that the app has ended is active again"
        )
        let accountIDs = machine.effectiveSessions.sessions.map(\.account.id)
        expect(Set(accountIDs).count == accountIDs.count, "an account has two sessions")
    }

    private mutating func perform(_ effect: SessionStateMachine.Effect) {
        observe(effect)
        switch effect {
        case .readStore, .writeStore:
            storeEffects.append(effect)
            expect(storeEffects.count == 1, "two store accesses overlap")
        case .refreshTokens(let grant, let attempt, _):
            expect(
                !refreshRequests.contains { $0.grant.id == grant.id && !isEnded(grant.id) },
                "two refreshes of one session overlap"
            )
            refreshRequests.append((grant, attempt))
            entries = entries.filter { $0.sessionID != grant.id } + [RefreshJournalEntry(grant, startedAt: .at(now))]
        case .resumeWaiter(let caller, let result):
            let session = waiting.removeValue(forKey: caller)
            expect(session != nil, "caller \(caller) was resumed twice")
            if let session { check(result, for: session) }
        case .completeRequest(let requestID, let error):
            expect(pendingRequests.remove(requestID) != nil, "request \(requestID) completed twice")
            let (signIn, signOut) = (
                signIns.removeValue(forKey: requestID), signOuts.removeValue(forKey: requestID)
            )
            guard error == nil else { return }
            if let signIn { expect(everStored.contains(signIn), "\(signIn) was reported as stored and is not") }
            if let signOut { expect(stored?.session(signOut) == nil, "\(signOut) was reported as removed and is not") }
        case .scheduleRefreshRetry(let grant, let failures, _):
            timers.append(.refreshRetryDue(session: grant, failures: failures, now: .at(now)))
        case .scheduleStoreRetry: timers.append(.storeRetryDue)
        case .publishState, .publishEvent: break
        }
    }

    private func isEnded(_ id: String) -> Bool { ends[id]?.contains(.byApp) == true }

    /// Checks that a caller gets a token of its session, or the reason for which that session ended.
    private mutating func check(_ result: Result<StoredSession, AuthError>, for id: String) {
        switch result {
        case .success(let grant):
            expect(grant.id == id, "a caller of \(id) received \(grant.id)")
        case .failure(let error) where error.code == .signedOut:
            let allowed: Set<End> =
                switch error.signedOutReason {
                case .requested: [.byApp, .byAnotherSignIn]
                case .endedByServer: [.byServer]
                case .interruptedRefresh: [.byInterruptedRefresh]
                case .endedByAnotherProcess: [.byAnotherProcess]
                case .noSession, nil: []
                }
            let reason = error.signedOutReason.map { "\($0)" } ?? "no reason"
            expect(!allowed.isDisjoint(with: ends[id] ?? []), "\(id) was reported as ended for \(reason)")
        case .failure(let error):
            expect(error.response?.error == nil, "\(id) is active although the server has rejected it")
        }
    }

    /// Saves the sessions and checks that no account has a token of another, no session returns after its end, and each
    /// removal has a reason.
    mutating func store(_ next: StoredSessions) {
        let ids = Set(next.sessions.map(\.id))
        let removedIDs = Set(stored?.sessions.map(\.id) ?? []).subtracting(ids)
        for id in removedIDs {
            let reasons = ends[id] ?? []
            expect(!reasons.isEmpty, "\(id) was removed without a reason")
            if recordsObservations { observed.formUnion(reasons.map { "ended \($0)" }) }
        }
        removed.formUnion(removedIDs)
        recordStored(next)
        let restored = removed.intersection(ids)
        expect(restored.isEmpty, "\(restored) were stored again after their end")
        stored = next
        for grant in next.sessions {
            guard let token = grant.refreshToken else { continue }
            expect(
                owners[token] == grant.account.id,
                "\(grant.id) of \(grant.account.id) has a token of another account"
            )
            expect(
                !next.pendingRevocations.contains { $0.token == token },
                "\(grant.id) is in use and pending revocation"
            )
        }
    }

    /// Records the stored sessions, including those that a later mutation of the same write removes.
    mutating func recordStored(_ next: StoredSessions) {
        everStored.formUnion(next.sessions.map(\.id))
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

    private mutating func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { violations.append(text()) }
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
