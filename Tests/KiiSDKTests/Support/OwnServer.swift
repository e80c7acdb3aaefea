import Foundation
import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import KiiSDK

/// Our own server with an app of Kii's kind, and the device of whoever uses it.
struct OwnServer: Sendable {
    let server = TestServer()
    let app: TestKiiApp
    let store = MemoryTokenStore()

    init(
        hasRefreshTokens: Bool = false,
        acceptingTokensOf clients: [String] = [],
        revealsAccounts: Bool = false
    ) async throws {
        for client in clients { try await server.addPublicClient(client) }
        app = try await server.addKiiApp(
            hasRefreshTokens: hasRefreshTokens,
            acceptingTokensOf: clients,
            revealsAccounts: revealsAccounts
        )
    }

    /// Starts the app: a new process, as far as the module can tell, with what is stored on the device.
    func launch(_ other: TestKiiApp? = nil) {
        let app = other ?? app
        Kii.begin(withID: app.appID, andKey: app.appKey, andCustomURL: app.url) { configuration in
            server.prepare(&configuration)
            configuration.tokenStore = store
        }
        Kii.setAccessTokenExpiration(0)
        Kii.callbackQueue = .main
    }

    /// Registers somebody, who is logged in then.
    @discardableResult
    func register(_ name: String) async throws -> KiiUser {
        try await KiiUser(username: name, andPassword: Self.password).performRegistration()
    }

    /// What is stored for the app.
    var stored: StoredSessions? {
        get throws { try store.loadNow(TokenKey(issuer: app.url, clientID: app.appID)) }
    }

    static let password = "correct horse battery"
}

extension OwnServer {
    /// Shuts an account out, as an operator does.
    func disable(_ userID: String) async throws {
        guard var account = try await server.core.store.account(GatehouseStore.Account.ID(userID)) else { return }
        account.disabledAt = server.clock.now
        account.revision += 1
        try await server.core.store.commit([.account(.update(account))])
    }

    /// Ends every session of whoever has the address, as an operator does.
    func endSessions(email: String) async throws {
        guard let account = try await server.core.store.account(.email, email) else { return }
        try await server.core.store.commit([
            .session(.endAll(account: account.id, reason: .administrator, at: server.clock.now))
        ])
    }
}
