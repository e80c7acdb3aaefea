import Foundation
import GatehouseWire

@testable import Gatehouse

/// What happens in the world, one thing at a time.
extension SessionWorld {
    mutating func step() {
        now += Double(Int.random(in: 0..<60, using: &random))
        switch Int.random(in: 0..<30, using: &random) {
        case 0: input(.look(ticket: ticket()))
        case 1: signIn()
        case 2: signOut()
        case 3...7: want()
        case 8: if let caller = waiting.keys.sorted().randomElement(using: &random) { input(.abandon(caller: caller)) }
        case 9: select()
        case 10...13: answer()
        case 14...20: useStore()
        case 21: otherProcess()
        case 22: if Int.random(in: 0..<3, using: &random) == 0 { relaunch() }
        case 23, 24: ring()
        case 25: input(.reconnected(now: .at(now)))
        case 26: describe()
        case 27: deliver()
        default: isLocked = Int.random(in: 0..<4, using: &random) == 0
        }
    }

    private mutating func signIn() {
        guard machine.base != nil else { return }
        number += 1
        let grant = StoredGrant.sample(
            "g\(number)",
            person: "person-\(Int.random(in: 0..<3, using: &random))",
            expires: now + 300
        )
        good[grant.id] = grant.refreshToken
        if let token = grant.refreshToken { owners[token] = grant.account.id }
        let ticket = ticket()
        signIns[ticket] = grant.id
        input(.change(.add(grant, tellServerSince: .at(now)), ticket: ticket))
    }

    private mutating func signOut() {
        guard let id = machine.sessions.current else { return }
        ends[id, default: []].insert(.byApp)
        let ticket = ticket()
        signOuts[ticket] = id
        input(.end([id], .requested, ticket: ticket, now: .at(now)))
    }

    private mutating func select() {
        guard let grant = machine.sessions.grants.randomElement(using: &random) else { return }
        input(.change(.select(grant.id), ticket: ticket()))
    }

    private mutating func describe() {
        guard let grant = machine.sessions.grants.randomElement(using: &random) else { return }
        number += 1
        let account = Account(id: grant.account.id, name: "Name \(number)")
        input(.change(.describe(grant.id, account), ticket: ticket()))
    }

    /// The server has heard of an end.
    private mutating func deliver() {
        guard let revocation = machine.sessions.outbox.first else { return }
        input(.change(.delivered(revocation.id), ticket: ticket()))
    }

    private mutating func want() {
        guard let grant = machine.sessions.grants.randomElement(using: &random) else { return }
        number += 1
        waiting[number] = grant.id
        var want = SessionMachine.Want.by(number, grant.id, now: now)
        want.isUrgent = Bool.random(using: &random)
        input(.want(want))
    }

    /// The time has come for something that was to be done later.
    private mutating func ring() {
        guard let index = timers.indices.randomElement(using: &random) else { return }
        switch timers.remove(at: index) {
        case .retry(let grant, let failures, _): input(.retry(grant: grant, failures: failures, now: .at(now)))
        case let other: input(other)
        }
    }

    /// The process is killed and started again; what it had asked of the store and of the server may have happened or not.
    private mutating func relaunch() {
        if Bool.random(using: &random) { useStore() }
        storeEffects = []
        for (grant, _) in asked where Bool.random(using: &random) && good[grant.id] == grant.refreshToken {
            number += 1
            good[grant.id] = token("lost\(number)", of: grant)
            cutOff.insert(grant.id)
        }
        asked = []
        waiting = [:]
        tickets = []
        (signIns, signOuts) = ([:], [:])
        timers = []
        // What the app ended and the store did not take is not ended: nobody was told that it is.
        for id in stored?.grants.map(\.id) ?? [] { ends[id]?.remove(.byApp) }
        machine = SessionMachine()
        input(.look(ticket: ticket()))
        while machine.base == nil, !isLocked, !storeEffects.isEmpty { useStore() }
        if machine.base != nil { input(.interrupted(intents, now: .at(now))) }
    }

    /// The server answers, or nobody does, or the process finds that another one was faster and does not ask.
    mutating func answer() {
        guard let index = asked.indices.randomElement(using: &random) else { return }
        let (grant, attempt) = asked.remove(at: index)
        let outcome = outcome(for: grant)
        let chance = Double.random(in: 0...1, using: &random)
        input(.answer(grant: grant.id, attempt: attempt, outcome, now: .at(now), chance: chance))
    }

    private mutating func outcome(for grant: StoredGrant) -> RefreshOutcome {
        let isOutdated = stored?.grant(grant.id)?.refreshToken != machine.base?.grant(grant.id)?.refreshToken
        if isOutdated, Bool.random(using: &random) { return .outdated }
        guard good[grant.id] == grant.refreshToken else { return refusal(of: grant) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return .failed(AuthError(.network, "no", recovery: .retry(after: nil)))
        case 1:
            good[grant.id] = nil
            return refusal(of: grant)
        default:
            number += 1
            let token = token("r\(number)", of: grant)
            good[grant.id] = token
            return .renewed(
                RenewedTokens(accessToken: Secret("a\(number)"), expiresAt: .at(now + 300), refreshToken: token)
            )
        }
    }

    /// The server does not take the token, which is the end only where nobody has the one that it would take.
    private mutating func refusal(of grant: StoredGrant) -> RefreshOutcome {
        let holders = [stored?.grant(grant.id)?.refreshToken, machine.sessions.grant(grant.id)?.refreshToken]
        let isOver = good[grant.id].map { !holders.contains($0) } ?? true
        guard good[grant.id] != nil, cutOff.contains(grant.id) else {
            if isOver { ends[grant.id, default: []].insert(.refused) }
            return .refused(.invalidGrant)
        }
        if isOver { ends[grant.id, default: []].insert(.interrupted) }
        return .refused(AuthError.invalidGrant.afterInterruption)
    }

    mutating func useStore() {
        guard let effect = storeEffects.popLast() else { return }
        let locked = TokenStoreError(.locked, "locked")
        switch effect {
        case .read where isLocked: input(.read(.failure(locked)))
        case .read: input(.read(.success(stored)))
        case .save where isLocked: input(.saveFailed(locked))
        case .save(let changes):
            var next = stored ?? StoredSessions()
            for change in changes {
                if case .add(let grant, _) = change {
                    // What another process has ended is replaced for whoever has not heard of that.
                    for old in next.grants + machine.sessions.grants where old.account.id == grant.account.id {
                        ends[old.id, default: []].insert(.byAnotherSignIn)
                    }
                }
                next = next.applying([change])
                keep(next)
            }
            next.generation += 1
            store(next)
            input(.saved(next))
        default: break
        }
    }

    /// Another process refreshes or signs out.
    private mutating func otherProcess() {
        guard let grant = stored?.grants.randomElement(using: &random), var next = stored else { return }
        if Bool.random(using: &random), good[grant.id] == grant.refreshToken, let spent = grant.refreshToken {
            number += 1
            let tokens = RenewedTokens(
                accessToken: Secret("o\(number)"),
                expiresAt: .at(now + 300),
                refreshToken: token("q\(number)", of: grant)
            )
            good[grant.id] = tokens.refreshToken
            next = next.applying([.renew(grant.renewed(by: tokens, for: TokenWish().asked(for: grant)), spent: spent)])
        } else {
            ends[grant.id, default: []].insert(.elsewhere)
            next = next.applying([.end([grant.id], tellServerSince: .at(now))])
        }
        next.generation += 1
        store(next)
    }
}
