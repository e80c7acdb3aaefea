import Foundation
import GatehouseWire

/// Everything that must be right about a client's sessions, as a value: an input gives a new state and effects.
///
/// It reads no clock, awaits nothing and calls nobody; ``SessionKeeper`` carries the effects out and brings their
/// results back as inputs, in whatever order they come. What it guarantees:
/// - at most one refresh of a session is under way, and every caller is answered exactly once;
/// - an answer that comes after its session has ended here is never stored, and its tokens are revoked, unless the server
///   was not to hear of the end;
/// - only a definite refusal of the token that is still the stored one ends a session; no other failure does;
/// - a token is renewed before it expires while nobody waits for that, and after failures it is tried less and less often;
/// - at most one access of the store is under way, so its results arrive in the order of its contents.
struct SessionMachine: Sendable {
    /// What the store held when it was last read or written; `nil` before it could be read.
    private(set) var base: StoredSessions?
    /// Why the store could not be read the last time.
    private(set) var trouble: TokenStoreError?
    /// Why nobody is current.
    var reason: SignedOutReason = .notSignedIn
    /// Why sessions that ended here did.
    var endings: [String: SignedOutReason] = [:]
    /// The sessions that ended here without a word to the server, as their tokens may live on elsewhere.
    var untold: Set<String> = []
    /// The sessions whose token has expired while the server could not be reached.
    var offline: Set<String> = []
    var refreshes: [String: Refresh] = [:]
    /// The sessions whose last refresh failed for a reason that may pass.
    var backOffs: [String: BackOff] = [:]
    var attempts = 0
    let tellsServer: Bool
    let lendsExpiringTokens: Bool

    var unsaved: [(ticket: Int?, change: StoreChange)] = []
    private var lookers: [Int] = []
    private var store = StoreUse.idle
    private var saveIsDue = false
    var readIsDue = false
    /// How often the store could not be used in a row.
    private var storeFailures = 0
    private var storeIsDueLater = false
    private var published: SessionState?
    private var news = SessionNews()

    /// Nothing is known yet.
    ///
    /// - Parameters:
    ///   - tellsServer: Whether the server may hear of ends at all.
    ///   - lendsExpiringTokens: Whether a token that is about to expire is given out while another one is got.
    init(tellsServer: Bool = true, lendsExpiringTokens: Bool = true) {
        self.tellsServer = tellsServer
        self.lendsExpiringTokens = lendsExpiringTokens
    }

    /// Whether everything that counts is stored.
    var isSaved: Bool { unsaved.isEmpty }

    private enum StoreUse: Equatable {
        case idle
        case reading(lookers: Int)
        case saving(changes: Int)
    }

    /// What the device holds for true: what is stored, and the steps that count before they are stored.
    var sessions: StoredSessions {
        (base ?? StoredSessions()).applying(unsaved.lazy.map(\.change).filter(\.countsAtOnce))
    }

    /// Where the client stands; `nil` before the store was read for the first time.
    var state: SessionState? {
        guard base != nil else { return trouble.map(SessionState.unknown) }
        guard let grant = sessions.currentGrant else { return .signedOut(reason) }
        return offline.contains(grant.id) ? .signedInOffline(grant.account) : .signedIn(grant.account)
    }

    /// Takes in what has happened.
    ///
    /// - Returns: What is to be done now, in this order.
    mutating func handle(_ input: Input) -> [Effect] {
        var effects: [Effect] = []
        switch input {
        case .look(let ticket):
            lookers.append(ticket)
            readIsDue = true
        case .change(let change, let ticket):
            unsaved.append((ticket, change))
        case .end(let ids, let reason, let ticket, let now):
            unsaved.append((ticket, .end(ids, tellServerSince: now, because: reason)))
            if now == nil { untold.formUnion(ids) }
            finish(ids, because: reason, &effects)
        case .want(let want):
            take(want, &effects)
        case .abandon(let caller):
            abandon(caller, &effects)
        case .interrupted(let intents, let now):
            for grant in sessions.grants where intents.contains(where: { $0.isOpen(for: grant) }) {
                renewInBackground(grant, at: now)
            }
        case .retry(let id, let failures, let now):
            guard backOffs[id]?.failures == failures, let grant = sessions.grant(id) else { break }
            // The pause is over by a clock that nobody sets.
            backOffs[id]?.end(at: now)
            renewInBackground(grant, at: now, isUrgent: true)
        case .reconnected(let now):
            for id in backOffs.keys.sorted() where backOffs[id]?.error.retryAfter == nil {
                backOffs[id] = nil
                if let grant = sessions.grant(id) { renewInBackground(grant, at: now) }
            }
        case .useStoreAgain:
            storeIsDueLater = false
            readIsDue = readIsDue || trouble != nil
        case .answer(let id, let attempt, let outcome, let now, let chance):
            answer(id, attempt, outcome, at: now, chance, &effects)
        case .read(.success(let found)):
            adopt(found ?? StoredSessions())
            finishRead(nil, &effects)
            decide(&effects)
        case .read(.failure(let error)):
            trouble = error
            finishRead(error, &effects)
            giveUpLooking(error, &effects)
            useStoreLater(&effects)
        case .saved(let stored):
            noteReplaced()
            adopt(stored)
            finishSave(nil, &effects)
            decide(&effects)
        case .saveFailed(let error):
            finishSave(error, &effects)
            if !unsaved.isEmpty { useStoreLater(&effects) }
        }
        // Steps that could not be stored wait for the next occasion: everything but the failure itself is one.
        if case .saveFailed = input {} else if !unsaved.isEmpty { saveIsDue = true }
        useStore(&effects)
        publish(&effects)
        return effects
    }
}

// MARK: - The store

extension SessionMachine {
    private mutating func adopt(_ found: StoredSessions) {
        let isKept = { [base] (id: String) in found.grant(id)?.accessToken == base?.grant(id)?.accessToken }
        offline = offline.filter(isKept)
        backOffs = backOffs.filter { isKept($0.key) }
        storeFailures = 0
        if found.current == nil { noteEnding(found) }
        base = found
        trouble = nil
        // Another process was given new tokens before the refusal of the old ones could be stored: the session goes on.
        for (id, reason) in endings where reason.isByServer && sessions.grant(id) != nil { endings[id] = nil }
    }

    /// Nobody is signed in, by what is stored: says why, unless that is known here.
    private mutating func noteEnding(_ found: StoredSessions) {
        let stored = found.lastEnding.flatMap(SignedOutReason.init)
        if let base {
            guard let was = base.current, endings[was] == nil else { return }
            reason = stored == .requested ? .elsewhere : stored ?? .elsewhere
        } else {
            reason = stored ?? reason
        }
    }

    /// A new sign-in of the same person is about to take the place of the session there was.
    private mutating func noteReplaced() {
        guard case .saving(let count) = store else { return }
        for change in unsaved.prefix(count).map(\.change) {
            let replaced: [StoredGrant]
            let since: Date?
            switch change {
            case .add(let grant, tellServerSince: let date):
                (replaced, since) = (sessions.grants.filter { $0.account.id == grant.account.id }, date)
            case .replaceAll(_, tellServerSince: let date): (replaced, since) = (sessions.grants, date)
            default: continue
            }
            for old in replaced { endings[old.id] = .requested }
            if since == nil { untold.formUnion(replaced.map(\.id)) }
        }
    }

    private mutating func finishRead(_ error: TokenStoreError?, _ effects: inout [Effect]) {
        guard case .reading(let count) = store else { return }
        store = .idle
        for ticket in lookers.prefix(count) { effects.append(.settle(ticket, error)) }
        lookers.removeFirst(count)
    }

    private mutating func finishSave(_ error: TokenStoreError?, _ effects: inout [Effect]) {
        guard case .saving(let count) = store else { return }
        store = .idle
        let tried = unsaved.prefix(count)
        unsaved.removeFirst(count)
        if error != nil {
            // What counts already is kept and tried again; its caller hears of the failure once.
            unsaved = tried.filter(\.change.countsAtOnce).map { (nil, $0.change) } + unsaved
        }
        for ticket in tried.compactMap(\.ticket) { effects.append(.settle(ticket, error)) }
    }

    private mutating func useStore(_ effects: inout [Effect]) {
        guard store == .idle else { return }
        if saveIsDue, !unsaved.isEmpty {
            saveIsDue = false
            store = .saving(changes: unsaved.count)
            effects.append(.save(unsaved.map(\.change)))
        } else if readIsDue {
            readIsDue = false
            store = .reading(lookers: lookers.count)
            effects.append(.read)
        } else {
            return
        }
        // What this access finds is news to those who wait now, not to those who come later.
        for id in refreshes.keys { refreshes[id]?.isLookedUp = true }
    }

    /// Comes back by itself when a store that fails may have mended: after a second, then two, at most a minute.
    private mutating func useStoreLater(_ effects: inout [Effect]) {
        guard !storeIsDueLater else { return }
        storeIsDueLater = true
        effects.append(.useStoreLater(after: min(60, pow(2, Double(min(storeFailures, 6))))))
        storeFailures += 1
    }

    private mutating func publish(_ effects: inout [Effect]) {
        if let base {
            effects += news.since(sessions, stored: base, offline: offline, endings: endings).map(Effect.announce)
        }
        guard let state, state != published else { return }
        published = state
        effects.append(.publish(state))
    }
}
