import Foundation
import GatehouseConcurrency
import GatehouseWire

@testable import Gatehouse

/// A store with one slot that checks each saved value and can be locked.
final class KiiInvariantCheckingStore: TokenStore, SynchronousTokenStore {
    private struct State {
        var data: Data?
        var contents: StoredSessions?
        var storedIDs: Set<String> = []
        var tokens: Set<String> = []
        var loggedOut: Set<String> = []
        var isLocked = false
    }

    private let state = Mutex(State())
    private let server: FakeKii
    private let log: RunLog

    init(server: FakeKii, log: RunLog) {
        self.server = server
        self.log = log
    }

    var contents: StoredSessions? { state.withLock(\.contents) }

    var isLocked: Bool {
        get { state.withLock(\.isLocked) }
        set { state.withLock { $0.isLocked = newValue } }
    }

    /// Returns whether a session with this access token was ever stored.
    func hasStored(_ accessToken: String) -> Bool { state.withLock { $0.tokens.contains(accessToken) } }

    /// Allows the stored session and the given sessions to be removed from now on.
    func allowRemoval(of sessions: [Session]) {
        state.withLock {
            if let id = $0.contents?.current { $0.loggedOut.insert(id) }
            $0.loggedOut.formUnion(sessions.map(\.id))
        }
    }

    var synchronous: (any SynchronousTokenStore)? { self }

    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        state.withLock { ($0.data, $0.contents) = (nil, nil) }
    }

    func load(_ key: TokenStoreKey) throws(TokenStoreError) -> Data? {
        guard !isLocked else { throw TokenStoreError(.locked, "locked") }
        return state.withLock(\.data)
    }

    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) throws(TokenStoreError) {
        guard !isLocked else { throw TokenStoreError(.locked, "locked") }
        guard state.withLock(\.data) == current else { throw TokenStoreError(.conflict, "outdated") }
        let sessions = try StoredDocument.decode(data, for: key)
        check(sessions)
        state.withLock {
            ($0.data, $0.contents) = (data, sessions)
            if let grant = sessions.currentSession {
                $0.storedIDs.insert(grant.id)
                $0.tokens.insert(grant.accessToken.reveal())
            }
        }
    }

    private func check(_ next: StoredSessions) {
        log.note("saved \(next.currentSession?.account.id ?? "none")")
        log.expect(next.sessions.count <= 1, "two users are stored")
        log.expect(next.current == next.sessions.first?.id, "the stored user is not the current user")
        log.expect(next.pendingRevocations.isEmpty, "a revocation is pending")
        let before = contents?.currentSession
        let (storedIDs, loggedOut) = state.withLock { ($0.storedIDs, $0.loggedOut) }
        if let grant = next.currentSession {
            check(grant)
            log.expect(
                grant.id == before?.id || !storedIDs.contains(grant.id),
                "\(grant.account.id) was stored again after its end"
            )
            if let before, before.id == grant.id {
                log.expect(
                    before.account.id == grant.account.id,
                    "\(before.account.id) was replaced by \(grant.account.id)"
                )
            }
        } else if let before {
            let wasRejected = before.refreshToken.map { server.hasRejected($0.reveal()) } ?? false
            log.expect(
                wasRejected || loggedOut.contains(before.id),
                "\(before.account.id) was removed without a reason"
            )
        }
    }

    /// Checks that all values of a session belong to the same user.
    private func check(_ grant: StoredSession) {
        let name = grant.account.id
        let texts: [String] = [
            grant.accessToken.reveal(),
            grant.refreshToken?.reveal() ?? name,
            grant.account.name ?? "",
            grant.profile?.claims.name ?? "",
            KiiUserDocument(grant).displayName ?? "",
        ]
        log.expect(texts.allSatisfy { $0.hasPrefix(name) }, "\(name) has values of another user: \(texts)")
    }
}
