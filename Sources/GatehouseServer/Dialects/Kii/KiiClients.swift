import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire

/// Decides which app calls, and who in it.
package struct KiiClients: Sendable {
    let core: ServerCore
    let accessTokens: AccessTokenChecker

    init(core: ServerCore) {
        self.core = core
        accessTokens = AccessTokenChecker(core: core)
    }

    /// The app that a path names, or the header where it does not, and who calls in it.
    ///
    /// - Throws: `APP_NOT_FOUND`, `UNAUTHORIZED` when neither a key nor a token says who calls, `WRONG_TOKEN` for a token that is not good
    ///   or not good here.
    package func admit(
        _ credentials: KiiCredentials,
        app: String?,
        context: RequestContext
    ) async throws(KiiError) -> (client: Client, caller: KiiCaller) {
        let client = try await client(credentials, app: app, context: context)
        return (client, try await caller(credentials, in: client))
    }

    /// The app alone, whatever token comes along: where one is asked for, an old one means nothing.
    func admitApp(
        _ credentials: KiiCredentials,
        app: String?,
        context: RequestContext
    ) async throws(KiiError) -> Client {
        let client = try await client(credentials, app: app, context: context)
        guard credentials.appKey != nil || credentials.isBasic else { throw Self.stranger }
        return client
    }

    /// The app of that name, counted against its limit; nothing is said yet of who calls.
    func client(named app: String, context: RequestContext) async throws(KiiError) -> Client {
        do {
            guard let client = try await core.client(Client.ID(app)), client.kii != nil else {
                throw KiiError.appNotFound(app)
            }
            try ClientAuthenticator(core: core).count(client, context: context)
            return client
        } catch let error as OAuthError {
            throw KiiError(error)
        } catch let error as KiiError {
            throw error
        } catch {
            throw KiiError(OAuthError.broken)
        }
    }

    private func client(
        _ credentials: KiiCredentials,
        app: String?,
        context: RequestContext
    ) async throws(KiiError) -> Client {
        let named = [app, credentials.appID, credentials.basicID].compactMap(\.self)
        guard let id = named.first else { throw Self.stranger }
        let client = try await client(named: id, context: context)
        guard named.allSatisfy({ $0 == id }) else {
            throw KiiError.unauthorized("The request names two applications", app: id)
        }
        if let key = credentials.appKey {
            let hash = OpaqueToken.hash(of: key.reveal())
            guard let kii = client.kii, Secret(kii.keyHash).matches(hash) else {
                throw KiiError.unauthorized("The application key is wrong", app: id)
            }
        }
        return client
    }

    private func caller(_ credentials: KiiCredentials, in client: Client) async throws(KiiError) -> KiiCaller {
        guard case .token(let token)? = credentials.authorization else {
            guard credentials.appKey != nil || credentials.isBasic else { throw Self.stranger }
            return .app
        }
        let found: LiveAccessToken?
        do { found = try await accessTokens.check(token) } catch { throw KiiError(error) }
        let app = client.id.rawValue
        guard let live = found else { throw KiiError.wrongToken(token.reveal(), app: app) }
        switch live.bearer {
        case .person(let account, let session):
            guard live.client.id == client.id || client.kii?.accepts.contains(live.client.id) == true else {
                throw KiiError.wrongToken(token.reveal(), app: app)
            }
            return .person(account, session, live.claims.scope)
        case .client:
            guard live.client.id == client.id else { throw KiiError.wrongToken(token.reveal(), app: app) }
            return live.claims.scope.contains(.manageAccounts) ? .administrator : .app
        }
    }

    private static let stranger = KiiError.unauthorized(
        "Name the application with its key, or send a token"
    )
}

extension KiiCredentials {
    /// The app that Basic credentials name.
    fileprivate var basicID: String? {
        if case .app(let id)? = authorization { id } else { nil }
    }

    fileprivate var isBasic: Bool { basicID != nil }
}
