package import GatehouseStore
import GatehouseWire

/// Looks records up for an endpoint, with the store's failures in the endpoint's terms.
extension ServerCore {
    /// Returns the client of a request, token, session or flow.
    ///
    /// Every entry point looks clients up here, so that only a server in development mode serves development clients.
    package func servedClient(_ id: Client.ID) async throws(StoreError) -> Client? {
        let client = try await store.client(id)
        guard let client, settings.isDevelopment || !client.isForDevelopment else { return nil }
        return client
    }

    func client(_ id: Client.ID) async throws(OAuthError) -> Client? {
        do { return try await servedClient(id) } catch { throw failure(error) }
    }

    /// The client as it was ``Lifetimes/knownClient`` ago at most.
    func knownClient(_ id: Client.ID) async throws(OAuthError) -> Client? {
        let now = now
        if let client = knownClients.client(id, at: now) { return client }
        let client = try await client(id)
        if let client { knownClients.keep(client, at: now) }
        return client
    }

    func account(_ id: Account.ID) async throws(OAuthError) -> Account? {
        do { return try await store.account(id) } catch { throw failure(error) }
    }

    func session(_ id: Session.ID) async throws(OAuthError) -> Session? {
        do { return try await store.session(id) } catch { throw failure(error) }
    }

    func standing(of session: Session.ID, token: String? = nil) async throws(OAuthError) -> SessionStanding? {
        do { return try await store.standing(of: session, token: token) } catch { throw failure(error) }
    }

    func browserSession(_ id: BrowserSession.ID) async throws(OAuthError) -> BrowserSession? {
        do { return try await store.browserSession(id) } catch { throw failure(error) }
    }

    func code(_ id: AuthorizationCode.ID) async throws(OAuthError) -> AuthorizationCode? {
        do { return try await store.code(id) } catch { throw failure(error) }
    }

    func device(_ id: DeviceAuthorization.ID) async throws(OAuthError) -> DeviceAuthorization? {
        do { return try await store.device(id) } catch { throw failure(error) }
    }

    func isTokenRevoked(id: String) async throws(OAuthError) -> Bool {
        do { return try await store.isTokenRevoked(id: id) } catch { throw failure(error) }
    }
}
