import Foundation
import GatehouseConcurrency
package import GatehouseStore
package import GatehouseWire

/// Reads and commits records, and maps failures of the store to OAuth errors.
package final class RecordLookup: Sendable {
    private typealias Records = AccountReader & ChangeCommitter & ClientReader & CodeReader & DeviceReader
        & EventNoticeReader & PushedRequestReader & SessionReader

    private let store: any Records
    private let environment: ServerEnvironment
    private let servesDevelopmentClients: Bool
    private let restoredAt: Date?
    private let clientCache: ClientCache
    /// The client that stands for the account pages; it is not stored.
    package let accountPages: Client
    package let failures: FailureLog

    package init(settings: ServerSettings, environment: ServerEnvironment, store: any Store, failures: FailureLog) {
        self.store = store
        self.environment = environment
        self.failures = failures
        servesDevelopmentClients = settings.isDevelopment
        restoredAt = settings.restoredAt
        accountPages = .accountPages(of: settings.issuer)
        clientCache = ClientCache(lifetime: settings.lifetimes.cachedClient)
    }

    /// Returns the client of a request, token, session or flow.
    ///
    /// All channels look up clients here: only a server in development mode serves development clients, and none serves
    /// those that are being deleted.
    package func servedClient(_ id: Client.ID) async throws(StoreError) -> Client? {
        if id == Client.accountPagesID { return accountPages }
        let client = try await store.client(id)
        guard let client, serves(client) else { return nil }
        RequestMetadata.identify(client)
        return client
    }

    private func serves(_ client: Client) -> Bool {
        client.deletedAt == nil && (servesDevelopmentClients || !client.isForDevelopment)
    }

    package func client(_ id: Client.ID) async throws(OAuthError) -> Client? {
        do { return try await servedClient(id) } catch { throw mapped(error) }
    }

    /// Returns the clients with mobile apps that this server serves, in order of creation.
    func servedClientsWithMobileApps() async throws(OAuthError) -> [Client] {
        let clients: [Client]
        do { clients = try await store.clientsWithMobileApps() } catch { throw mapped(error) }
        return clients.filter(serves)
    }

    /// Returns the client from the cache if it was read within ``Lifetimes/cachedClient``.
    func cachedClient(_ id: Client.ID) async throws(OAuthError) -> Client? {
        let now = environment.now
        if let client = clientCache.client(id, at: now) {
            RequestMetadata.identify(client)
            return client
        }
        let client = try await client(id)
        if let client { clientCache.insert(client, at: now) }
        return client
    }

    func account(_ id: Account.ID) async throws(OAuthError) -> Account? {
        do { return try await store.account(id) } catch { throw mapped(error) }
    }

    func session(_ id: Session.ID) async throws(OAuthError) -> Session? {
        do { return try await store.session(id) } catch { throw mapped(error) }
    }

    /// Returns the account's sessions that have not ended, newest first.
    func sessions(of account: Account.ID) async throws(OAuthError) -> [Session] {
        do { return try await store.sessions(of: account) } catch { throw mapped(error) }
    }

    func sessionStatus(of session: Session.ID, token: String? = nil) async throws(OAuthError) -> SessionStatus? {
        do { return try await store.sessionStatus(of: session, token: token) } catch { throw mapped(error) }
    }

    func browserSession(_ id: BrowserSession.ID) async throws(OAuthError) -> BrowserSession? {
        do { return try await store.browserSession(id) } catch { throw mapped(error) }
    }

    /// Returns the browser session whose cookie has this hash.
    func browserSession(secretHash: String) async throws(OAuthError) -> BrowserSession? {
        do { return try await store.browserSession(secretHash: secretHash) } catch { throw mapped(error) }
    }

    func code(_ id: AuthorizationCode.ID) async throws(OAuthError) -> AuthorizationCode? {
        do { return try await store.code(id) } catch { throw mapped(error) }
    }

    func device(_ id: DeviceAuthorization.ID) async throws(OAuthError) -> DeviceAuthorization? {
        do { return try await store.device(id) } catch { throw mapped(error) }
    }

    func pushedRequest(_ id: PushedRequest.ID) async throws(OAuthError) -> PushedRequest? {
        do { return try await store.pushedRequest(id) } catch { throw mapped(error) }
    }

    func isTokenRevoked(id: String) async throws(OAuthError) -> Bool {
        do { return try await store.isTokenRevoked(id: id) } catch { throw mapped(error) }
    }

    /// Returns the streams of events that are registered, by any node.
    func eventStreams() async throws(OAuthError) -> [EventStream.ID] {
        do { return try await store.eventStreams() } catch { throw mapped(error) }
    }

    /// Commits all changes, or none.
    func commit(_ changes: [Change]) async throws(OAuthError) {
        do { try await store.commit(changes) } catch { throw mapped(error) }
    }

    /// Commits all changes, or none.
    ///
    /// - Returns: The position of the first change whose condition did not hold; `nil` if all changes were committed.
    func firstConflict(committing changes: [Change]) async throws(OAuthError) -> Int? {
        do {
            try await store.commit(changes)
            return nil
        } catch .conflict(let position) {
            return position
        } catch {
            throw mapped(error)
        }
    }

    /// Rejects a token with a higher counter than its session, unless the operator has restored the database since:
    /// the token is then invalid.
    ///
    /// - Throws: `temporarily_unavailable`: the database was rolled back, and the token may be valid.
    func requireRestoration(since session: Session) throws(OAuthError) {
        guard let restoredAt, session.rotatedAt <= restoredAt else { throw mapped(.rolledBack) }
    }

    private func mapped(_ error: StoreError) -> OAuthError { OAuthError(failures.record(error)) }
}

extension StoreError {
    /// A session is older than a refresh token that was issued for it.
    static let rolledBack = StoreError.corrupt(
        "session.counter, which is behind a refresh token: the database was rolled back"
    )
}

/// A cache of recently read clients: every request starts with a client lookup.
final class ClientCache: Sendable {
    private let lifetime: TimeInterval
    private let capacity: Int
    private let clients = Mutex<[Client.ID: (client: Client, read: Date)]>([:])

    /// - Parameters:
    ///   - lifetime: The number of seconds for which a cached client is used; zero disables the cache.
    ///   - capacity: The maximum number of cached clients.
    init(lifetime: TimeInterval, capacity: Int = 1024) {
        self.lifetime = lifetime
        self.capacity = capacity
    }

    /// Returns the client if it was read within the lifetime.
    func client(_ id: Client.ID, at now: Date) -> Client? {
        clients.withLock { clients in
            guard let known = clients[id], 0..<lifetime ~= now.timeIntervalSince(known.read) else { return nil }
            return known.client
        }
    }

    /// Inserts a client that was read at `now`.
    ///
    /// Missing clients are not cached: they may be registered at any time.
    func insert(_ client: Client, at now: Date) {
        guard lifetime > 0 else { return }
        clients.withLock { clients in
            if clients.count >= capacity { clients.removeAll() }
            clients[client.id] = (client, now)
        }
    }
}
