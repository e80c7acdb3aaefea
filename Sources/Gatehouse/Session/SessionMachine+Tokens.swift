import Foundation
import GatehouseWire

extension SessionMachine {
    mutating func take(_ want: Want, _ effects: inout [Effect]) {
        if base != nil {
            guard let grant = sessions.grant(want.grant) else {
                resume(want, .failure(.signedOut(endings[want.grant] ?? .elsewhere)), &effects)
                return
            }
            if let usable = want.satisfaction(by: grant) {
                resume(want, .success(usable), &effects)
                return
            }
            if lendsExpiringTokens, let usable = want.bridge(by: grant) {
                resume(want, .success(usable), &effects)
                guard grant.refreshToken != nil, backOffs[grant.id]?.refusal(at: want.now) == nil else { return }
                join(want.inBackground(replacing: usable.accessToken))
                return
            }
            if !want.isUrgent, let error = backOffs[grant.id]?.refusal(at: want.now) {
                giveUp([want], grant, error, &effects)
                return
            }
        }
        join(want)
    }

    /// Waits for the refresh that is under way, or begins one with a look into the store.
    private mutating func join(_ want: Want) {
        if refreshes[want.grant] == nil {
            attempts += 1
            refreshes[want.grant] = Refresh(attempt: attempts)
            readIsDue = true
        }
        // One wish for which nobody waits is as good as many.
        if want.caller == nil, refreshes[want.grant]?.wants.contains(where: { $0.wish == want.wish }) == true { return }
        refreshes[want.grant]?.wants.append(want)
    }

    mutating func renewInBackground(_ grant: StoredGrant, at now: Date, isUrgent: Bool = false) {
        guard refreshes[grant.id] == nil, grant.refreshToken != nil else { return }
        let token = grant.accessToken
        join(Want(caller: nil, grant: grant.id, refused: token, isUrgent: isUrgent, leeway: 0, now: now))
    }

    private func resume(_ want: Want, _ result: Result<StoredGrant, AuthError>, _ effects: inout [Effect]) {
        if let caller = want.caller { effects.append(.resume(caller, result)) }
    }

    mutating func abandon(_ caller: Int, _ effects: inout [Effect]) {
        for id in refreshes.keys {
            guard let index = refreshes[id]?.wants.firstIndex(where: { $0.caller == caller }) else { continue }
            refreshes[id]?.wants.remove(at: index)
            effects.append(.resume(caller, .failure(.cancelled("The wait for an access token was cancelled."))))
        }
    }

    mutating func answer(
        _ id: String,
        _ attempt: Int,
        _ outcome: RefreshOutcome,
        at now: Date,
        _ chance: Double,
        _ effects: inout [Effect]
    ) {
        guard let refresh = refreshes[id], refresh.attempt == attempt,
            case .asking(let spent, let wish) = refresh.stage,
            let grant = sessions.grant(id)
        else {
            if case .renewed(let late) = outcome, let token = late.refreshToken, tellsServer, !untold.contains(id) {
                unsaved.append((nil, .revoke(PendingRevocation(id: "\(id)/\(attempt)", token: token, since: now))))
            }
            return
        }
        switch outcome {
        case .renewed(let tokens):
            let renewed = grant.renewed(by: tokens, for: wish)
            unsaved.append((nil, .renew(renewed, spent: spent)))
            offline.remove(id)
            backOffs[id] = nil
            for want in takeAnswered(by: wish, of: grant) {
                resume(want, .success(renewed.showing(tokens)), &effects)
            }
        case .refused(let error):
            refreshes[id]?.wait(in: .confirming(spent, error))
            readIsDue = true
        case .outdated:
            refreshes[id]?.wait(in: .looking)
            readIsDue = true
        case .failed(let error):
            // What is refused for what was wished for says nothing about the next wish.
            let isForAll = wish.claims == nil && wish.scopes == grant.scopes
            if error.isTransient || error.isRefusal && isForAll {
                backOff(grant, error, at: now, chance, &effects)
            }
            giveUp(error.isTransient ? take(id) : takeAnswered(by: wish, of: grant), grant, error, &effects)
        }
    }

    private mutating func backOff(
        _ grant: StoredGrant,
        _ error: AuthError,
        at now: Date,
        _ chance: Double,
        _ effects: inout [Effect]
    ) {
        if error.isTransient, grant.expiresAt <= now { offline.insert(grant.id) }
        // The timer of the current pause is still running.
        if backOffs[grant.id]?.noteEarlyTry(error, at: now) == true { return }
        let next = BackOff(after: backOffs[grant.id], error, at: now, chance: chance)
        backOffs[grant.id] = next
        // What the server will not have is tried again by nobody but who asks for it.
        guard error.isTransient else { return }
        let pause = next.retryAt.timeIntervalSince(now)
        effects.append(.retryLater(grant: grant.id, failures: next.failures, after: pause))
    }

    /// Ends a refresh; those who waited for it.
    mutating func take(_ id: String) -> [Want] {
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
    mutating func decide(_ effects: inout [Effect]) {
        for id in refreshes.keys.sorted() {
            guard let refresh = refreshes[id], refresh.isLookedUp else { continue }
            guard let grant = sessions.grant(id) else {
                finish([id], because: endings[id] ?? .elsewhere, &effects)
                continue
            }
            switch refresh.stage {
            case .asking: continue
            case .confirming(let spent, let error) where grant.refreshToken == spent:
                unsaved.append((nil, .endRefused(id, spent: spent, because: error.endOfSession)))
                finish([id], because: error.endOfSession, &effects)
            case .looking, .confirming: ask(refresh, for: grant, &effects)
            }
        }
    }

    private mutating func ask(_ refresh: Refresh, for grant: StoredGrant, _ effects: inout [Effect]) {
        var rest = refresh
        rest.wants = []
        for want in refresh.wants {
            if let usable = want.satisfaction(by: grant) {
                resume(want, .success(usable), &effects)
            } else if lendsExpiringTokens, grant.refreshToken != nil, let usable = want.bridge(by: grant) {
                resume(want, .success(usable), &effects)
                rest.wants.append(want.inBackground(replacing: usable.accessToken))
            } else {
                rest.wants.append(want)
            }
        }
        if let error = refusal(of: rest.wants, for: grant.id) {
            refreshes[grant.id] = nil
            giveUp(rest.wants, grant, error, &effects)
            return
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

    /// Why a refresh that these want is not tried now, though it may be later.
    private func refusal(of wants: [Want], for id: String) -> AuthError? {
        guard let backOff = backOffs[id], !wants.contains(where: \.isUrgent) else { return nil }
        let refusals = wants.compactMap { backOff.refusal(at: $0.now) }
        return refusals.count == wants.count ? refusals.first : nil
    }

    /// No refresh starts whose result could not be stored.
    mutating func giveUpLooking(_ error: TokenStoreError, _ effects: inout [Effect]) {
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
            resume(want, grant.flatMap(want.usable).map(Result.success) ?? .failure(error), &effects)
        }
    }

    mutating func finish(_ ids: Set<String>, because reason: SignedOutReason, _ effects: inout [Effect]) {
        if let current = base?.current, ids.contains(current) { self.reason = reason }
        for id in ids.sorted() {
            endings[id] = reason
            offline.remove(id)
            backOffs[id] = nil
            for want in refreshes.removeValue(forKey: id)?.wants ?? [] {
                resume(want, .failure(.signedOut(reason)), &effects)
            }
        }
    }
}
