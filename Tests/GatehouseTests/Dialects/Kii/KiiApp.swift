import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// An app of Kii's kind with everything around it made for the test; Ada and Bob are its users.
struct KiiApp {
    let clock: TwoClocks
    let server: FakeKii
    let store: MemoryTokenStore
    let client: GatehouseClient
    let users: KiiUsers

    init(
        lifetime: Int64? = nil,
        store: any TokenStore = MemoryTokenStore(),
        interlude: @escaping FakeKii.Interlude = { _ in nil }
    ) throws {
        clock = TwoClocks()
        server = FakeKii(clock: clock, interlude: interlude)
        server.add("ada", fields: ["score": 7])
        server.add("bob")
        self.store = store as? MemoryTokenStore ?? MemoryTokenStore()
        client = try Self.client(server, store, clock, lifetime)
        users = try client.kii
    }

    static let key = TokenKey(issuer: "https://id.example.com/api", clientID: "example-app")

    var stored: StoredSessions? {
        get async throws { try await client.configuration.tokenStore.load(Self.key) }
    }

    /// The same app after a restart.
    func relaunched() throws -> KiiUsers {
        try GatehouseClient(client.configuration).kii
    }

    @discardableResult
    func logIn(_ name: String) async throws -> KiiLogin {
        try await users.logIn(name, password: Secret("\(name)-secret"))
    }

    private static func client(
        _ server: FakeKii,
        _ store: any TokenStore,
        _ clock: TwoClocks,
        _ lifetime: Int64?
    ) throws -> GatehouseClient {
        let url = try #require(URL(string: "https://id.example.com/api"))
        var configuration = GatehouseClient.Configuration(
            kii: KiiServer(
                baseURL: url,
                appID: "example-app",
                appKey: Secret("key-of-the-app"),
                library: "sn=swift;sv=1",
                tokenLifetime: { lifetime }
            )
        )
        configuration.tokenStore = store
        configuration.transport = server
        configuration.environment = GatehouseClient.Environment(
            now: { clock.device },
            sleep: { try clock.sleep($0) }
        )
        return GatehouseClient(configuration)
    }
}
