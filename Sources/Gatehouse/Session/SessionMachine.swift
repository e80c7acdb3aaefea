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
/// - at most one access of the store is under way, so its results arrive in the order of its contents.
struct SessionMachine: Sendable {
    /// What the store held when it was last read or written; `nil` before it could be read.
    private(set) var base: StoredSessions?
    /// Why the store could not be read the last time.
    private(set) var trouble: TokenStoreError?
    /// Why nobody is current.
    private var reason: SignedOutReason = .notSignedIn
    /// Why sessions that ended here did.
    private var endings: [String: SignedOutReason] = [:]
    /// The sessions that ended here without a word to the server, as their tokens may live on elsewhere.
    private var untold: Set<String> = []
    /// The sessions whose token has expired while the server could not be reached.
    private var offline: Set<String> = []
    private(set) var refreshes: [String: Refresh] = [:]
    private var attempts = 0

    private var unsaved: [(ticket: Int?, change: StoreChange)] = []
    private var lookers: [Int] = []
    private var store = StoreUse.idle
    private var saveIsDue = false
    private var readIsDue = false
    private var published: SessionState?

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
            unsaved.append((ticket, .end(ids, tellServerSince: now)))
            if now == nil { untold.formUnion(ids) }
            finish(ids, because: reason, &effects)
        case .want(let want):
            take(want, &effects)
        case .abandon(let caller):
            abandon(caller, &effects)
        case .answer(let id, let attempt, let outcome, let now):
            answer(id, attempt, outcome, at: now, &effects)
        case .read(.success(let found)):
            adopt(found ?? StoredSessions())
            finishRead(nil, &effects)
            decide(&effects)
        case .read(.failure(let error)):
            trouble = error
            finishRead(error, &effects)
            giveUpLooking(error, &effects)
        case .saved(let stored):
            noteReplaced()
            adopt(stored)
            finishSave(nil, &effects)
            decide(&effects)
        case .saveFailed(let error):
            finishSave(error, &effects)
        }
        // Steps that could not be stored wait for the next occasion: everything but the failure itself is one.
        if case .saveFailed = input {} else if !unsaved.isEmpty { saveIsDue = true }
        useStore(&effects)
        publish(&effects)
        return effects
    }
}

// MARK: - Tokens

extension SessionMachine {
    private mutating func take(_ want: Want, _ effects: inout [Effect]) {
        if base != nil {
            guard let grant = sessions.grant(want.grant) else {
                effects.append(.resume(want.caller, .failure(.signedOut(endings[want.grant] ?? .elsewhere))))
                return
            }
            if let usable = want.satisfaction(by: grant) {
                effects.append(.resume(want.caller, .success(usable)))
                return
            }
        }
        if refreshes[want.grant] == nil {
            attempts += 1
            refreshes[want.grant] = Refresh(attempt: attempts)
            readIsDue = true
        }
        refreshes[want.grant]?.wants.append(want)
    }

    private mutating func abandon(_ caller: Int, _ effects: inout [Effect]) {
        for id in refreshes.keys {
            guard let index = refreshes[id]?.wants.firstIndex(where: { $0.caller == caller }) else { continue }
            refreshes[id]?.wants.remove(at: index)
            effects.append(.resume(caller, .failure(.cancelled("The wait for an access token was cancelled."))))
        }
    }

    private mutating func answer(
        _ id: String,
        _ attempt: Int,
        _ outcome: RefreshOutcome,
        at now: Date,
        _ effects: inout [Effect]
    ) {
        guard let refresh = refreshes[id], refresh.attempt == attempt,
            case .asking(let spent, let wish) = refresh.stage,
            let grant = sessions.grant(id)
        else {
            if case .renewed(let late) = outcome, let token = late.refreshToken, !untold.contains(id) {
                unsaved.append((nil, .revoke(PendingRevocation(id: "\(id)/\(attempt)", token: token, since: now))))
            }
            return
        }
        switch outcome {
        case .renewed(let tokens):
            let renewed = grant.renewed(by: tokens, for: wish)
            unsaved.append((nil, .renew(renewed, spent: spent)))
            offline.remove(id)
            for want in takeAnswered(by: wish, of: grant) {
                effects.append(.resume(want.caller, .success(renewed.showing(tokens))))
            }
        case .refused(let error):
            refreshes[id]?.wait(in: .confirming(spent, error))
            readIsDue = true
        case .outdated:
            refreshes[id]?.wait(in: .looking)
            readIsDue = true
        case .failed(let error):
            if error.isTransient, grant.expiresAt <= now { offline.insert(id) }
            giveUp(error.isTransient ? take(id) : takeAnswered(by: wish, of: grant), grant, error, &effects)
        }
    }

    /// Ends a refresh; those who waited for it.
    private mutating func take(_ id: String) -> [Want] {
        refreshes.removeValue(forKey: id)?.wants ?? []
    }

    /// Ends a refresh for those whose wish it was to answer; the others wait for another one.
    private mutating func takeAnswered(by wish: TokenWish, of grant: StoredGrant) -> [Want] {
        guard var refresh = refreshes.removeValue(forKey: grant.id) else { return [] }
        let answered = refresh.wants.filter { $0.wish.isAnswered(by: wish, for: grant) }
        refresh.wants.removeAll { $0.wish.isAnswered(by: wish, for: grant) }
        if !refresh.wants.isEmpty {
            refresh.wait(in: .looking)
            refreshes[grant.id] = refresh
            readIsDue = true
        }
        return answered
    }

    /// Goes on with the refreshes that waited for a look into the store.
    private mutating func decide(_ effects: inout [Effect]) {
        for id in refreshes.keys.sorted() {
            guard let refresh = refreshes[id], refresh.isLookedUp else { continue }
            guard let grant = sessions.grant(id) else {
                finish([id], because: endings[id] ?? .elsewhere, &effects)
                continue
            }
            switch refresh.stage {
            case .asking: continue
            case .confirming(let spent, let error) where grant.refreshToken == spent:
                unsaved.append((nil, .end([id], tellServerSince: nil)))
                finish([id], because: .refused(error.serverCode ?? error.code.rawValue), &effects)
            case .looking, .confirming: ask(refresh, for: grant, &effects)
            }
        }
    }

    private mutating func ask(_ refresh: Refresh, for grant: StoredGrant, _ effects: inout [Effect]) {
        var rest = refresh
        rest.wants = []
        for want in refresh.wants {
            if let usable = want.satisfaction(by: grant) {
                effects.append(.resume(want.caller, .success(usable)))
            } else {
                rest.wants.append(want)
            }
        }
        refreshes[grant.id] = nil
        guard let first = rest.wants.first else { return }
        guard let token = grant.refreshToken else {
            giveUp(rest.wants, grant, .cannotRenew, &effects)
            return
        }
        attempts += 1
        let wish = first.wish.asked(for: grant)
        rest.ask(with: token, for: wish, attempt: attempts)
        refreshes[grant.id] = rest
        effects.append(.refresh(grant, attempt: attempts, for: wish))
    }

    /// No refresh starts whose result could not be stored.
    private mutating func giveUpLooking(_ error: TokenStoreError, _ effects: inout [Effect]) {
        for id in refreshes.keys.sorted() {
            guard let refresh = refreshes[id], refresh.isLookedUp else { continue }
            if case .asking = refresh.stage { continue }
            giveUp(take(id), sessions.grant(id), AuthError(error), &effects)
        }
    }

    /// Answers everybody who waits: with the token there is, while it has not quite expired, else with the error.
    private func giveUp(
        _ wants: [Want],
        _ grant: StoredGrant?,
        _ error: AuthError,
        _ effects: inout [Effect]
    ) {
        for want in wants {
            if let usable = grant.flatMap(want.usable) {
                effects.append(.resume(want.caller, .success(usable)))
            } else {
                effects.append(.resume(want.caller, .failure(error)))
            }
        }
    }

    private mutating func finish(_ ids: Set<String>, because reason: SignedOutReason, _ effects: inout [Effect]) {
        if let current = base?.current, ids.contains(current) { self.reason = reason }
        for id in ids.sorted() {
            endings[id] = reason
            offline.remove(id)
            for want in refreshes.removeValue(forKey: id)?.wants ?? [] {
                effects.append(.resume(want.caller, .failure(.signedOut(reason))))
            }
        }
    }
}

// MARK: - The store

extension SessionMachine {
    private mutating func adopt(_ found: StoredSessions) {
        offline = offline.filter { found.grant($0)?.accessToken == base?.grant($0)?.accessToken }
        if let was = base?.current, found.current == nil, endings[was] == nil { reason = .elsewhere }
        base = found
        trouble = nil
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

    private mutating func publish(_ effects: inout [Effect]) {
        guard let state, state != published else { return }
        published = state
        effects.append(.publish(state))
    }
}
