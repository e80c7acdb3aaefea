import Foundation
import GatehouseCommands
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct DevelopmentClientsTests {
    private let store = MemoryStore()

    private func clients() throws -> ClientAdministration {
        let server = IdentityServer(
            settings: ServerSettings(issuer: "http://localhost:8080", isDevelopment: true, mailFrom: "id@example.com"),
            environment: ServerEnvironment(
                now: { Terminal.now },
                random: RandomSource { Data(repeating: 7, count: $0) },
                logger: TestTrace.runLogger
            ),
            store: store,
            masterKey: try #require(MasterKey(bytes: Data(repeating: 7, count: 32))),
            hasher: PasswordHasher(threads: 1)
        )
        return StoreAdministration(server: server).clients
    }

    @Test func registersCommandLineAndDemoClients() async throws {
        let administration = try clients()
        try await DevelopmentClients(clients: administration).register()
        let clients = try await store.clients(after: nil, limit: 9)
        #expect(
            Set(clients.map(\.id.rawValue)) == ["gatehouse-cli", "gatehouse-native", "gatehouse-kii", "gatehouse-demo"]
        )
        #expect(clients.allSatisfy { $0.secretHash == nil && $0.requiresPKCE && $0.tokenEndpointAuthMethod == .none })
        let tool = clients.first { $0.id.rawValue == "gatehouse-cli" }
        #expect(tool?.redirectURIs == ["http://127.0.0.1/callback"])
        #expect(tool?.grantTypes == [.authorizationCode, .refreshToken, .deviceCode])
        let native = clients.first { $0.id.rawValue == "gatehouse-native" }
        #expect(native?.native == NativeAuthenticationSettings(method: .password))
        #expect(native?.redirectURIs == [])
        #expect(native?.grantTypes == [.refreshToken])
        let kii = clients.first { $0.id.rawValue == "gatehouse-kii" }
        #expect(kii?.passwordApp?.keyHash == OpaqueToken.hash(of: "gatehouse-kii-key"))
        #expect(kii?.passwordApp?.adminSecretHash == nil)
        #expect(kii?.grantTypes == [.password])
        let demo = clients.first { $0.id.rawValue == "gatehouse-demo" }
        #expect(demo?.redirectURIs == ["http://localhost:8090/callback"])
        #expect(demo?.grantTypes == [.authorizationCode, .refreshToken])
        #expect(demo?.scopes == [.openid, .profile, .email, .offlineAccess])
    }

    @Test func warnsAboutDevelopmentClients() async throws {
        let administration = try clients()
        #expect(try await DevelopmentClients(clients: administration).warning() == nil)
        try await DevelopmentClients(clients: administration).register()
        #expect(try await store.clients(after: nil, limit: 9).allSatisfy(\.isForDevelopment))
        let warning = try #require(try await DevelopmentClients(clients: administration).warning())
        #expect(warning.contains("gatehouse-cli, gatehouse-native, gatehouse-kii, gatehouse-demo"))
    }

    @Test func keepsOperatorsClient() async throws {
        let administration = try clients()
        let own = ClientRegistration(
            id: "gatehouse-cli",
            name: "Command line",
            kind: .public,
            grantTypes: [.deviceCode, .refreshToken]
        )
        _ = try await administration.create(own)
        try await DevelopmentClients(clients: administration).register()
        #expect(try await store.client("gatehouse-cli")?.isForDevelopment == false)
    }

    @Test func keepsOperatorsChanges() async throws {
        let administration = try clients()
        try await DevelopmentClients(clients: administration).register()
        var demo = try #require(try await store.client(Client.ID("gatehouse-demo")))
        demo.name = "My demo"
        try await store.commit([.client(.update(demo))])
        try await DevelopmentClients(clients: administration).register()
        #expect(try await store.client(demo.id)?.name == "My demo")
        #expect(try await store.clients(after: nil, limit: 9).count == 4)
    }
}
