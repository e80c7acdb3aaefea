import Foundation
import GatehouseWire

@testable import Gatehouse

/// A store, a server and an app around a machine, all driven by one seed.
struct SessionWorld {
    /// Why a session is not there any more.
    enum End: Hashable {
        case byApp, byAnotherSignIn, elsewhere, refused, interrupted
    }

    var random: SeededGenerator
    var machine = SessionMachine()
    var now: TimeInterval = 0
    var number = 0

    // The store, which another process writes too.
    private(set) var stored: StoredSessions?
    var storeEffects: [SessionMachine.Effect] = []
    var isLocked = false

    // The server: which refresh token of a session is good.
    var good: [String: Secret] = [:]
    var asked: [(grant: StoredGrant, attempt: Int)] = []
    /// Whose each refresh token is, by the account.
    var owners: [Secret: String] = [:]
    /// What the machine wants to come back with.
    var timers: [SessionMachine.Input] = []
    /// What the processes that are gone had begun.
    var intents: [RefreshIntent] = []
    /// The sessions whose good token is in nobody's hands, as the process that was given it is gone.
    var cutOff: Set<String> = []

    /// Who waits, and for a token of which session.
    var waiting: [Int: String] = [:]
    var tickets: Set<Int> = []
    /// What the holder of a ticket may rely on once it is settled: that a session is stored, or that it is not.
    var signIns: [Int: String] = [:]
    var signOuts: [Int: String] = [:]
    /// The reasons there are for each session not to be there any more.
    var ends: [String: Set<End>] = [:]
    /// Every session that was stored once, and those that are not any more.
    private var kept: Set<String> = []
    private var buried: Set<String> = []

    private let isWatched: Bool
    private(set) var seen: Set<String> = []
    private(set) var broken: [String] = []

    /// The world of a seed.
    ///
    /// - Parameters:
    ///   - seed: Decides everything.
    ///   - isWatched: Whether it takes down what has happened.
    init(seed: UInt64, isWatched: Bool = false) {
        random = SeededGenerator(seed: seed)
        self.isWatched = isWatched
    }

    mutating func run() {
        for _ in 0..<150 { step() }
        settle()
    }

    /// Lets everything under way come to its end, with the store open.
    private mutating func settle() {
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
        let (waiting, tickets) = (waiting, tickets)
        expect(waiting.isEmpty, "callers \(waiting) were never answered")
        expect(tickets.isEmpty, "tickets \(tickets) were never settled")
        expect(stored?.grants ?? [] == machine.sessions.grants, "memory and store differ in the end")
        expect(machine.refreshes.isEmpty, "a refresh is still under way in the end")
        let lost = kept.filter { (ends[$0] ?? []).isEmpty && stored?.grant($0) == nil }
        expect(lost.isEmpty, "\(lost) are lost, though nobody has ended them")
    }

    mutating func input(_ input: SessionMachine.Input) {
        see(input)
        for effect in machine.handle(input) { take(effect) }
        let alive = Set(machine.sessions.grants.map(\.id))
        expect(!alive.contains { ends[$0]?.contains(.byApp) == true }, "a session that the app has ended came back")
        let people = machine.sessions.grants.map(\.account.id)
        expect(Set(people).count == people.count, "an account has two sessions")
    }

    private mutating func take(_ effect: SessionMachine.Effect) {
        see(effect)
        switch effect {
        case .read, .save:
            storeEffects.append(effect)
            expect(storeEffects.count == 1, "the store is used twice at the same time")
        case .refresh(let grant, let attempt, _):
            expect(!asked.contains { $0.grant.id == grant.id && !isEnded(grant.id) }, "two refreshes of one session")
            asked.append((grant, attempt))
            intents = intents.filter { $0.grant != grant.id } + [RefreshIntent(grant, since: .at(now))]
        case .resume(let caller, let result):
            let session = waiting.removeValue(forKey: caller)
            expect(session != nil, "caller \(caller) was answered twice")
            if let session { check(result, for: session) }
        case .settle(let ticket, let error):
            expect(tickets.remove(ticket) != nil, "ticket \(ticket) was settled twice")
            let (signIn, signOut) = (
                signIns.removeValue(forKey: ticket), signOuts.removeValue(forKey: ticket)
            )
            guard error == nil else { return }
            if let signIn { expect(kept.contains(signIn), "\(signIn) is said to be kept and is not") }
            if let signOut { expect(stored?.grant(signOut) == nil, "\(signOut) is said to be gone and is not") }
        case .retryLater(let grant, let failures, _):
            timers.append(.retry(grant: grant, failures: failures, now: .at(now)))
        case .useStoreLater: timers.append(.useStoreAgain)
        case .publish, .announce: break
        }
    }

    private func isEnded(_ id: String) -> Bool { ends[id]?.contains(.byApp) == true }

    /// Who waits gets a token of the session that was meant, or hears of what has happened to that very session.
    private mutating func check(_ result: Result<StoredGrant, AuthError>, for id: String) {
        switch result {
        case .success(let grant):
            expect(grant.id == id, "who waits for \(id) was given \(grant.id)")
        case .failure(let error) where error.code == .signedOut:
            let allowed: Set<End> =
                switch error.signedOutReason {
                case .requested: [.byApp, .byAnotherSignIn]
                case .refused: [.refused]
                case .interruptedRefresh: [.interrupted]
                case .elsewhere: [.elsewhere]
                case .notSignedIn, nil: []
                }
            let reason = error.signedOutReason.map { "\($0)" } ?? "no reason"
            expect(!allowed.isDisjoint(with: ends[id] ?? []), "\(id) is said to have ended for \(reason)")
        case .failure(let error):
            expect(error.serverCode == nil, "\(id) goes on, though the server has refused it")
        }
    }

    /// Puts something into the store: nobody's tokens are ever with somebody else, what is gone never comes back, and what goes
    /// does so for a reason.
    mutating func store(_ next: StoredSessions) {
        let ids = Set(next.grants.map(\.id))
        let gone = Set(stored?.grants.map(\.id) ?? []).subtracting(ids)
        for id in gone {
            let reasons = ends[id] ?? []
            expect(!reasons.isEmpty, "\(id) vanished")
            if isWatched { seen.formUnion(reasons.map { "gone \($0)" }) }
        }
        buried.formUnion(gone)
        keep(next)
        let back = buried.intersection(ids)
        expect(back.isEmpty, "\(back) came back into the store")
        stored = next
        for grant in next.grants {
            guard let token = grant.refreshToken else { continue }
            expect(owners[token] == grant.account.id, "\(grant.id) of \(grant.account.id) has a token of somebody else")
            expect(!next.outbox.contains { $0.token == token }, "\(grant.id) is to be revoked and is in use")
        }
    }

    /// Takes down who is stored, also when the next step of the same write ends that already.
    mutating func keep(_ next: StoredSessions) {
        kept.formUnion(next.grants.map(\.id))
    }

    mutating func ticket() -> Int {
        number += 1
        tickets.insert(number)
        return number
    }

    mutating func token(_ text: String, of grant: StoredGrant) -> Secret {
        owners[Secret(text)] = grant.account.id
        return Secret(text)
    }

    private mutating func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { broken.append(text()) }
    }

    private mutating func see(_ input: SessionMachine.Input) {
        guard isWatched else { return }
        seen.formUnion(input.names(for: machine))
    }

    private mutating func see(_ effect: SessionMachine.Effect) {
        guard isWatched else { return }
        seen.formUnion(effect.names)
    }
}
