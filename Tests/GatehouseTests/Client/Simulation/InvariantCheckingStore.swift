import Foundation
import GatehouseConcurrency

@testable import Gatehouse

/// A store for several accounts that checks each saved value.
final class InvariantCheckingStore: Sendable {
    private struct State {
        var contents: StoredSessions?
        /// The server's session number of each session ever stored, and the sessions since removed.
        var serverSessions: [String: Int] = [:]
        var removed: Set<String> = []
        /// The sessions that may be removed, and the users who are signing out.
        var removable: Set<String> = []
        var signingOut: [String: Int] = [:]
    }

    let memory = MemoryTokenStore()
    private let key: TokenStoreKey
    private let server: MultiUserServer
    private let log: RunLog
    private let state = Mutex(State())

    init(for key: TokenStoreKey, server: MultiUserServer, log: RunLog) {
        self.key = key
        self.server = server
        self.log = log
    }

    var contents: StoredSessions? { state.withLock(\.contents) }

    /// The server's session numbers of the sessions that were removed.
    var removedServerSessions: [Int] {
        state.withLock { state in state.removed.compactMap { state.serverSessions[$0] } }
    }

    func hasStored(_ id: String) -> Bool { state.withLock { $0.serverSessions[id] != nil } }

    /// Allows removal of the user's sessions, including sessions stored before ``endRemoval(of:)``.
    ///
    /// - Returns: The sessions of the user that are stored now.
    func allowRemoval(of userID: String) -> Set<String> {
        state.withLock { state in
            let ids = Set(state.contents?.sessions.filter { $0.account.id == userID }.map(\.id) ?? [])
            state.removable.formUnion(ids)
            state.signingOut[userID, default: 0] += 1
            return ids
        }
    }

    /// Returns whether the app has started to end a session.
    func isRemovalAllowed(of id: String) -> Bool { state.withLock { $0.removable.contains(id) } }

    func endRemoval(of userID: String) {
        state.withLock { $0.signingOut[userID, default: 0] -= 1 }
    }

    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) throws(TokenStoreError) {
        log.expect(key == self.key, "the key of another client is written")
        let next = try StoredDocument.decode(data, for: key)
        try memory.synchronous?.save(data, for: key, replacing: current)
        check(next)
        state.withLock { state in
            let ids = Set(next.sessions.map(\.id))
            state.removed.formUnion(Set(state.contents?.sessions.map(\.id) ?? []).subtracting(ids))
            for grant in next.sessions {
                state.serverSessions[grant.id] = session(of: grant)
                if state.signingOut[grant.account.id, default: 0] > 0 { state.removable.insert(grant.id) }
            }
            state.contents = next
        }
    }

    private func session(of grant: StoredSession) -> Int? {
        MultiUserServer.TokenIdentity(grant.refreshToken?.reveal() ?? "")?.session
    }

    private func check(_ next: StoredSessions) {
        let users = next.sessions.map(\.account.id)
        log.note("saved \(users.joined(separator: ","))")
        log.expect(Set(users).count == users.count, "an account has two sessions")
        log.expect(next.current.map { next.session($0) != nil } ?? true, "the current session is not stored")
        let (before, serverSessions, removed, removable) = state.withLock {
            ($0.contents, $0.serverSessions, $0.removed, $0.removable)
        }
        for grant in next.sessions {
            check(grant)
            log.expect(!removed.contains(grant.id), "\(grant.account.id) was stored again after its end")
            if let was = serverSessions[grant.id] {
                log.expect(was == session(of: grant), "\(grant.account.id) has the tokens of another session")
            }
        }
        for grant in before?.sessions ?? [] where next.session(grant.id) == nil {
            let isReplaced = users.contains(grant.account.id)
            let wasEndedByOperator = session(of: grant).map(server.wasEndedByOperator) ?? false
            let isAllowed = isReplaced || wasEndedByOperator || removable.contains(grant.id)
            log.expect(isAllowed, "\(grant.account.id) was removed without a reason")
        }
        let activeSessions = Set(next.sessions.compactMap(session))
        let pendingRevocations = next.pendingRevocations.compactMap {
            MultiUserServer.TokenIdentity($0.token.reveal())?.session
        }
        log.expect(activeSessions.isDisjoint(with: pendingRevocations), "an active session is pending revocation")
    }

    /// Checks that all values belong to the same user and to one of the user's sessions.
    private func check(_ grant: StoredSession) {
        let identities = [grant.accessToken, grant.refreshToken].compactMap {
            $0.flatMap { MultiUserServer.TokenIdentity($0.reveal()) }
        }
        let name = grant.account.id
        log.expect(identities.count == 2 && Set(identities).count == 1, "\(name) has tokens of two sessions")
        log.expect(identities.allSatisfy { $0.owner == name }, "\(name) has tokens of another account")
        log.expect(grant.account.name == "Name of \(name)", "\(name) has the name \(grant.account.name ?? "none")")
    }
}
