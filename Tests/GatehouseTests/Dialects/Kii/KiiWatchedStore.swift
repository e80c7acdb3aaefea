import GatehouseWire
import Synchronization

@testable import Gatehouse

/// A store of one slot that looks at whatever is put into it, and can be locked.
final class KiiWatchedStore: ImmediateTokenStore {
    private struct State {
        var contents: StoredSessions?
        var held: Set<String> = []
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

    /// Whether a session with that token was ever stored.
    func everHeld(_ accessToken: String) -> Bool { state.withLock { $0.tokens.contains(accessToken) } }

    /// Whoever is stored now, and those, may be gone from now on.
    func letEnd(_ sessions: [Session]) {
        state.withLock {
            if let id = $0.contents?.current { $0.loggedOut.insert(id) }
            $0.loggedOut.formUnion(sessions.map(\.id))
        }
    }

    func load(_ key: TokenKey) async throws(TokenStoreError) -> StoredSessions? { try loadNow(key) }

    func save(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        try saveNow(sessions, for: key, replacing: generation)
    }

    func remove(_ key: TokenKey) async throws(TokenStoreError) {
        state.withLock { $0.contents = nil }
    }

    func loadNow(_ key: TokenKey) throws(TokenStoreError) -> StoredSessions? {
        guard !isLocked else { throw TokenStoreError(.locked, "locked") }
        return contents
    }

    func saveNow(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) throws(TokenStoreError) {
        guard !isLocked else { throw TokenStoreError(.locked, "locked") }
        guard contents?.generation == generation else { throw TokenStoreError(.conflict, "outdated") }
        check(sessions)
        state.withLock {
            $0.contents = sessions
            if let grant = sessions.currentGrant {
                $0.held.insert(grant.id)
                $0.tokens.insert(grant.accessToken.reveal())
            }
        }
    }

    private func check(_ next: StoredSessions) {
        log.note("saved \(next.currentGrant?.account.id ?? "nobody")")
        log.expect(next.grants.count <= 1, "two users are stored")
        log.expect(next.current == next.grants.first?.id, "the user who is stored is not the current one")
        log.expect(next.outbox.isEmpty, "the server is to hear of something")
        let before = contents?.currentGrant
        let (held, loggedOut) = state.withLock { ($0.held, $0.loggedOut) }
        if let grant = next.currentGrant {
            check(grant)
            log.expect(grant.id == before?.id || !held.contains(grant.id), "\(grant.account.id) came back")
            if let before, before.id == grant.id {
                log.expect(
                    before.account.id == grant.account.id,
                    "\(before.account.id) turned into \(grant.account.id)"
                )
            }
        } else if let before {
            let wasRefused = before.refreshToken.map { server.hasRefused($0.reveal()) } ?? false
            log.expect(wasRefused || loggedOut.contains(before.id), "\(before.account.id) vanished")
        }
    }

    /// Everything in the slot belongs to one person.
    private func check(_ grant: StoredGrant) {
        let name = grant.account.id
        let texts: [String] = [
            grant.accessToken.reveal(),
            grant.refreshToken?.reveal() ?? name,
            grant.account.name ?? "",
            grant.profile?.claims.name ?? "",
            KiiUserDocument(grant).displayName ?? "",
        ]
        log.expect(texts.allSatisfy { $0.hasPrefix(name) }, "\(name) holds what is another one’s: \(texts)")
    }
}
