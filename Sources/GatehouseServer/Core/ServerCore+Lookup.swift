import Foundation
import GatehousePasswords
package import GatehouseStore
import GatehouseWire
import Synchronization

/// Record lookups that map store failures to OAuth errors.
extension ServerCore {
    /// Returns the client of a request, token, session or flow.
    ///
    /// All channels look up clients here: only a server in development mode serves development clients.
    package func servedClient(_ id: Client.ID) async throws(StoreError) -> Client? {
        let client = try await store.client(id)
        guard let client, settings.isDevelopment || !client.isForDevelopment else { return nil }
        return client
    }

    func client(_ id: Client.ID) async throws(OAuthError) -> Client? {
        do { return try await servedClient(id) } catch { throw oauthError(error) }
    }

    /// Returns the client from the cache if it was read within ``Lifetimes/cachedClient``.
    func cachedClient(_ id: Client.ID) async throws(OAuthError) -> Client? {
        let now = now
        if let client = clientCache.client(id, at: now) { return client }
        let client = try await client(id)
        if let client { clientCache.insert(client, at: now) }
        return client
    }

    func account(_ id: Account.ID) async throws(OAuthError) -> Account? {
        do { return try await store.account(id) } catch { throw oauthError(error) }
    }

    func session(_ id: Session.ID) async throws(OAuthError) -> Session? {
        do { return try await store.session(id) } catch { throw oauthError(error) }
    }

    func sessionStatus(of session: Session.ID, token: String? = nil) async throws(OAuthError) -> SessionStatus? {
        do { return try await store.sessionStatus(of: session, token: token) } catch { throw oauthError(error) }
    }

    func browserSession(_ id: BrowserSession.ID) async throws(OAuthError) -> BrowserSession? {
        do { return try await store.browserSession(id) } catch { throw oauthError(error) }
    }

    func code(_ id: AuthorizationCode.ID) async throws(OAuthError) -> AuthorizationCode? {
        do { return try await store.code(id) } catch { throw oauthError(error) }
    }

    func device(_ id: DeviceAuthorization.ID) async throws(OAuthError) -> DeviceAuthorization? {
        do { return try await store.device(id) } catch { throw oauthError(error) }
    }

    func isTokenRevoked(id: String) async throws(OAuthError) -> Bool {
        do { return try await store.isTokenRevoked(id: id) } catch { throw oauthError(error) }
    }
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
