import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// A Kii app with its server, store and client; Ada and Bob are its users.
struct KiiApp {
    let clock: TwoClocks
    let server: FakeKii
    let store: MemoryTokenStore
    let client: GatehouseClient
    let users: KiiUsers

    init(
        lifetime: Int64? = nil,
        server: FakeKii = FakeKii(clock: TwoClocks()),
        store: any TokenStore = MemoryTokenStore(),
        change: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) throws {
        clock = server.clock
        self.server = server
        self.store = store as? MemoryTokenStore ?? MemoryTokenStore()
        client = try Self.client(of: server, store: store, lifetime: lifetime, change)
        users = try KiiUsers(of: client)
    }

    static let key = TokenStoreKey(issuer: "https://id.example.com/api", clientID: "example-app")

    var stored: StoredSessions? {
        get async throws { try await client.configuration.tokenStore.sessions(Self.key) }
    }

    /// Returns the app as after a restart.
    func relaunched() throws -> KiiUsers {
        try KiiUsers(of: GatehouseClient(configuration: client.configuration))
    }

    @discardableResult
    func logIn(_ name: String) async throws -> KiiLogin {
        try await users.logIn(name, password: Secret("\(name)-secret"))
    }

    private static func client(
        of server: FakeKii,
        store: any TokenStore,
        lifetime: Int64?,
        _ change: (inout GatehouseClient.Configuration) -> Void
    ) throws -> GatehouseClient {
        let url = try #require(URL(string: "https://id.example.com/api"))
        var configuration = GatehouseClient.Configuration(
            kii: KiiServer(
                baseURL: url,
                appID: "example-app",
                appKey: Secret("key-of-the-app"),
                sdkName: "sn=swift;sv=1",
                tokenLifetime: { lifetime }
            )
        )
        configuration.tokenStore = store
        configuration.transport = server
        configuration.environment = server.clock.environment
        change(&configuration)
        return GatehouseClient(configuration: configuration)
    }
}
