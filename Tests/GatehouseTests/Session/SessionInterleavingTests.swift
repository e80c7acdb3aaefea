import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// Thousands of random orders of everything that can happen, each from a seed that a failure names.
struct SessionInterleavingTests {
    @Test(arguments: 0..<100)
    func noOrderOfEventsBreaksAPromise(batch: UInt64) throws {
        for seed in batch * 100..<(batch + 1) * 100 {
            var world = World(seed: seed)
            for _ in 0..<150 { world.step() }
            world.settle()
            try #require(world.broken.isEmpty, "seed \(seed): \(world.broken.joined(separator: "; "))")
        }
    }
}

/// A store, a server and an app around a machine, all driven by one seed.
private struct World {
    private var random: SeededGenerator
    private var machine = SessionMachine()
    private var now: TimeInterval = 0
    private var number = 0

    // The store, which another process writes too.
    private var stored: StoredSessions?
    private var storeEffects: [SessionMachine.Effect] = []
    private var isLocked = false

    // The server: which refresh token of a session is good, and which sessions it has ended.
    private var good: [String: Secret] = [:]
    private var asked: [(grant: StoredGrant, attempt: Int)] = []
    /// Whose each refresh token is, by the account.
    private var owners: [Secret: String] = [:]
    /// What the machine wants to come back with.
    private var timers: [SessionMachine.Input] = []
    /// What the processes that are gone had begun.
    private var intents: [RefreshIntent] = []

    private var waiting: Set<Int> = []
    private var tickets: Set<Int> = []
    private var endedByApp: Set<String> = []
    private var refusedByServer: Set<String> = []
    /// Every session that was stored once and is not any more.
    private var buried: Set<String> = []

    private(set) var broken: [String] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func step() {
        now += Double(Int.random(in: 0..<400, using: &random))
        switch Int.random(in: 0..<18, using: &random) {
        case 0: input(.look(ticket: ticket()))
        case 1: signIn()
        case 2: signOut()
        case 3, 4, 5: want()
        case 6: if let caller = waiting.randomElement(using: &random) { input(.abandon(caller: caller)) }
        case 7: select()
        case 8, 9: answer()
        case 10, 11: useStore()
        case 12: otherProcess()
        case 13: if Int.random(in: 0..<3, using: &random) == 0 { relaunch() }
        case 14, 15: ring()
        case 16: input(.reconnected(now: .at(now)))
        default: isLocked.toggle()
        }
    }

    /// Lets everything under way come to its end, with the store open.
    mutating func settle() {
        isLocked = false
        for _ in 0..<200 where !storeEffects.isEmpty || !asked.isEmpty {
            while !storeEffects.isEmpty { useStore() }
            while !asked.isEmpty { answer() }
        }
        // What was kept because the store was shut has been tried again by itself.
        for timer in timers { if case .useStoreAgain = timer { input(timer) } }
        while !storeEffects.isEmpty { useStore() }
        input(.look(ticket: ticket()))
        while !storeEffects.isEmpty { useStore() }
        expect(waiting.isEmpty, "callers \(waiting) were never answered")
        expect(tickets.isEmpty, "tickets \(tickets) were never settled")
        expect(stored?.grants ?? [] == machine.sessions.grants, "memory and store differ in the end")
        expect(machine.refreshes.isEmpty, "a refresh is still under way in the end")
    }

    private mutating func input(_ input: SessionMachine.Input) {
        for effect in machine.handle(input) {
            switch effect {
            case .read, .save:
                storeEffects.append(effect)
                expect(storeEffects.count == 1, "the store is used twice at the same time")
            case .refresh(let grant, let attempt, _):
                expect(
                    !asked.contains { $0.grant.id == grant.id && !endedByApp.contains(grant.id) },
                    "two refreshes of one session"
                )
                asked.append((grant, attempt))
                intents = intents.filter { $0.grant != grant.id } + [RefreshIntent(grant, since: .at(now))]
            case .resume(let caller, let result):
                expect(waiting.remove(caller) != nil, "caller \(caller) was answered twice")
                if case .failure(let error) = result, case .signedOut = error.code { explain(error) }
            case .settle(let ticket, _):
                expect(tickets.remove(ticket) != nil, "ticket \(ticket) was settled twice")
            case .retryLater(let grant, let failures, _):
                timers.append(.retry(grant: grant, failures: failures, now: .at(now)))
            case .useStoreLater: timers.append(.useStoreAgain)
            case .publish, .announce: break
            }
        }
        let alive = Set(machine.sessions.grants.map(\.id))
        expect(alive.isDisjoint(with: endedByApp), "a session that the app has ended came back")
        let people = machine.sessions.grants.map(\.account.id)
        expect(Set(people).count == people.count, "an account has two sessions")
    }

    /// The process is killed and started again; what it had asked of the store and of the server may have happened or not.
    private mutating func relaunch() {
        if Bool.random(using: &random) { useStore() }
        storeEffects = []
        for (grant, _) in asked where Bool.random(using: &random) && good[grant.id] == grant.refreshToken {
            number += 1
            good[grant.id] = token("lost\(number)", of: grant)
        }
        asked = []
        waiting = []
        tickets = []
        timers = []
        // What the app ended and the store did not take is not ended: nobody was told that it is.
        endedByApp.subtract(stored?.grants.map(\.id) ?? [])
        machine = SessionMachine()
        input(.look(ticket: ticket()))
        while machine.base == nil, !isLocked, !storeEffects.isEmpty { useStore() }
        if machine.base != nil { input(.interrupted(intents, now: .at(now))) }
    }

    /// The time has come for something that was to be done later.
    private mutating func ring() {
        guard let index = timers.indices.randomElement(using: &random) else { return }
        switch timers.remove(at: index) {
        case .retry(let grant, let failures, _): input(.retry(grant: grant, failures: failures, now: .at(now)))
        case let other: input(other)
        }
    }

    private mutating func token(_ text: String, of grant: StoredGrant) -> Secret {
        owners[Secret(text)] = grant.account.id
        return Secret(text)
    }

    /// Nobody's tokens are ever stored with somebody else, and what is gone is never stored again.
    private mutating func store(_ next: StoredSessions) {
        let ids = Set(next.grants.map(\.id))
        buried.formUnion(Set(stored?.grants.map(\.id) ?? []).subtracting(ids))
        expect(buried.isDisjoint(with: ids), "\(buried.intersection(ids)) came back into the store")
        stored = next
        for grant in next.grants {
            guard let token = grant.refreshToken else { continue }
            expect(owners[token] == grant.account.id, "\(grant.id) of \(grant.account.id) has a token of somebody else")
        }
    }

    /// A session ends for a reason, never because something could not be reached or read.
    private mutating func explain(_ error: AuthError) {
        if error.serverCode != nil { expect(!refusedByServer.isEmpty, "signed out as refused, but nothing was") }
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
        input(.change(.add(grant, tellServerSince: .at(now)), ticket: ticket()))
    }

    private mutating func signOut() {
        guard let id = machine.sessions.current else { return }
        endedByApp.insert(id)
        input(.end([id], .requested, ticket: ticket(), now: .at(now)))
    }

    private mutating func select() {
        guard let grant = machine.sessions.grants.randomElement(using: &random) else { return }
        input(.change(.select(grant.id), ticket: ticket()))
    }

    private mutating func want() {
        guard let grant = machine.sessions.grants.randomElement(using: &random) else { return }
        number += 1
        waiting.insert(number)
        var want = SessionMachine.Want.by(number, grant.id, now: now)
        want.isUrgent = Bool.random(using: &random)
        input(.want(want))
    }

    private mutating func answer() {
        guard let index = asked.indices.randomElement(using: &random) else { return }
        let (grant, attempt) = asked.remove(at: index)
        let outcome: RefreshOutcome
        if good[grant.id] != grant.refreshToken {
            refusedByServer.insert(grant.id)
            outcome = .refused(.invalidGrant)
        } else {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: outcome = .failed(AuthError(.network, "no", recovery: .retry(after: nil)))
            case 1:
                good[grant.id] = nil
                refusedByServer.insert(grant.id)
                outcome = .refused(.invalidGrant)
            default:
                number += 1
                let token = token("r\(number)", of: grant)
                good[grant.id] = token
                outcome = .renewed(
                    RenewedTokens(accessToken: Secret("a\(number)"), expiresAt: .at(now + 300), refreshToken: token)
                )
            }
        }
        let chance = Double.random(in: 0...1, using: &random)
        input(.answer(grant: grant.id, attempt: attempt, outcome, now: .at(now), chance: chance))
    }

    private mutating func useStore() {
        guard let effect = storeEffects.popLast() else { return }
        let locked = TokenStoreError(.locked, "locked")
        switch effect {
        case .read where isLocked: input(.read(.failure(locked)))
        case .read: input(.read(.success(stored)))
        case .save where isLocked: input(.saveFailed(locked))
        case .save(let changes):
            var next = (stored ?? StoredSessions()).applying(changes)
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
            next = next.applying([.end([grant.id], tellServerSince: .at(now))])
        }
        next.generation += 1
        store(next)
    }

    private mutating func ticket() -> Int {
        number += 1
        tickets.insert(number)
        return number
    }

    private mutating func expect(_ holds: Bool, _ text: String) {
        if !holds { broken.append(text) }
    }
}
