import Synchronization

@testable import Gatehouse

/// A store of several accounts that looks at whatever is put into it.
final class WatchedStore: Sendable {
    private struct State {
        var contents: StoredSessions?
        /// Every session that was ever stored, by the server's name for it, and those that are not any more.
        var held: [String: Int] = [:]
        var buried: Set<String> = []
        /// The sessions that the app has begun to end, and whose owners it is ending.
        var endable: Set<String> = []
        var leaving: [String: Int] = [:]
    }

    let memory = MemoryTokenStore()
    private let key: TokenKey
    private let server: PeopleServer
    private let log: RunLog
    private let state = Mutex(State())

    init(for key: TokenKey, server: PeopleServer, log: RunLog) {
        self.key = key
        self.server = server
        self.log = log
    }

    var contents: StoredSessions? { state.withLock(\.contents) }

    /// The sessions, by the server's name for them, that were stored once and are not any more.
    var buriedSessions: [Int] { state.withLock { state in state.buried.compactMap { state.held[$0] } } }

    func hasHeld(_ id: String) -> Bool { state.withLock { $0.held[id] != nil } }

    /// Whoever of that name is stored may be gone from now on, and who comes before ``haveEnded(_:)``.
    ///
    /// - Returns: The sessions that are stored now.
    func letEnd(_ person: String) -> Set<String> {
        state.withLock { state in
            let ids = Set(state.contents?.grants.filter { $0.account.id == person }.map(\.id) ?? [])
            state.endable.formUnion(ids)
            state.leaving[person, default: 0] += 1
            return ids
        }
    }

    /// Whether the app has begun to end a session.
    func mayEnd(_ id: String) -> Bool { state.withLock { $0.endable.contains(id) } }

    func haveEnded(_ person: String) {
        state.withLock { $0.leaving[person, default: 0] -= 1 }
    }

    func save(_ next: StoredSessions, for key: TokenKey, replacing generation: UInt64?) throws(TokenStoreError) {
        log.expect(key == self.key, "another client's slot is written")
        try memory.saveNow(next, for: key, replacing: generation)
        check(next)
        state.withLock { state in
            let ids = Set(next.grants.map(\.id))
            state.buried.formUnion(Set(state.contents?.grants.map(\.id) ?? []).subtracting(ids))
            for grant in next.grants {
                state.held[grant.id] = session(of: grant)
                if state.leaving[grant.account.id, default: 0] > 0 { state.endable.insert(grant.id) }
            }
            state.contents = next
        }
    }

    private func session(of grant: StoredGrant) -> Int? {
        PeopleServer.Mark(grant.refreshToken?.reveal() ?? "")?.session
    }

    private func check(_ next: StoredSessions) {
        let people = next.grants.map(\.account.id)
        log.note("saved \(people.joined(separator: ","))")
        log.expect(Set(people).count == people.count, "an account has two sessions")
        log.expect(next.current.map { next.grant($0) != nil } ?? true, "who is current is not stored")
        let (before, held, buried, endable) = state.withLock { ($0.contents, $0.held, $0.buried, $0.endable) }
        for grant in next.grants {
            check(grant)
            log.expect(!buried.contains(grant.id), "\(grant.account.id) came back")
            if let was = held[grant.id] {
                log.expect(was == session(of: grant), "\(grant.account.id) has the tokens of another session")
            }
        }
        for grant in before?.grants ?? [] where next.grant(grant.id) == nil {
            let isReplaced = people.contains(grant.account.id)
            let wasKilled = session(of: grant).map(server.wasKilled) ?? false
            let isAllowed = isReplaced || wasKilled || endable.contains(grant.id)
            log.expect(isAllowed, "\(grant.account.id) is lost")
        }
        let alive = Set(next.grants.compactMap(session))
        let told = next.outbox.compactMap { PeopleServer.Mark($0.token.reveal())?.session }
        log.expect(alive.isDisjoint(with: told), "the server is to end a session that goes on")
    }

    /// Everything in a slot belongs to one person, and to one session of theirs.
    private func check(_ grant: StoredGrant) {
        let marks = [grant.accessToken, grant.refreshToken].compactMap { $0.flatMap { PeopleServer.Mark($0.reveal()) } }
        let name = grant.account.id
        log.expect(marks.count == 2 && Set(marks).count == 1, "\(name) has tokens of two sessions")
        log.expect(marks.allSatisfy { $0.owner == name }, "\(name) has what is another one’s")
        log.expect(grant.account.name == "Name of \(name)", "\(name) is called \(grant.account.name ?? "nothing")")
    }
}
