import Foundation
import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import KiiSDK

/// A Gatehouse server with a Kii app, and the device of a user.
struct GatehouseWorld: Sendable {
    let server = TestServer()
    let app: TestKiiApp
    let store = MemoryTokenStore()

    init(
        hasRefreshTokens: Bool = false,
        acceptingTokensOf clients: [String] = [],
        disclosesAccounts: Bool = false
    ) async throws {
        for client in clients { try await server.clients.addPublic(client) }
        app = try await server.clients.addKii(
            options: TestKiiApp.Options(
                hasRefreshTokens: hasRefreshTokens,
                acceptedClients: clients,
                disclosesAccounts: disclosesAccounts
            )
        )
    }

    /// Configures the module anew, like a relaunched app with the same stored data.
    func launch(_ other: TestKiiApp? = nil) {
        let app = other ?? app
        Kii.begin(withID: app.appID, andKey: app.appKey, andCustomURL: app.url) { configuration in
            configuration.connect(to: server)
            configuration.tokenStore = store
        }
        Kii.setAccessTokenExpiration(0)
        Kii.callbackQueue = .main
    }

    /// Registers a user, who is then logged in.
    @discardableResult
    func register(_ name: String) async throws -> KiiUser {
        try await KiiUser(username: name, andPassword: Self.password).performRegistration()
    }

    /// The stored sessions of the app.
    var stored: StoredSessions? {
        get throws { try SessionStore(TokenStoreKey(issuer: app.url, clientID: app.appID), in: store).loadNow() }
    }

    static let password = "correct horse battery"
}

extension GatehouseWorld {
    /// Disables an account, as an administrator does.
    func disable(_ userID: String) async throws {
        guard var account = try await server.store.account(GatehouseStore.Account.ID(userID)) else { return }
        account.disabledAt = server.clock.now
        account.revision += 1
        try await server.store.commit([.account(.update(account))])
    }

    /// Ends every session of the user with an address, as an administrator does.
    func endSessions(email: String) async throws {
        guard let account = try await server.store.account(.email, email) else { return }
        try await server.store.commit([
            .session(.endAll(account: account.id, reason: .administrator, at: server.clock.now))
        ])
    }
}
