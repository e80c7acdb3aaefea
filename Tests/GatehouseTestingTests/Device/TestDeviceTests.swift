import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// Tests of ``TestDevice`` as an app uses it.
struct TestDeviceTests {
    private let server = TestServer()

    @Test func keepsSessionAcrossRelaunch() async throws {
        try await server.clients.addPublic("app")
        let device = server.device(of: ScriptedUser(email: "ada@example.com"))
        let account = try await GatehouseClient(configuration: device.configuration()).signIn().account.info
        #expect(
            try await GatehouseClient(configuration: device.configuration()).signIn(interaction: .never).account.info
                == account
        )

        let other = server.device(of: ScriptedUser(email: "ada@example.com"))
        await #expect(throws: AuthError.self) {
            try await GatehouseClient(configuration: other.configuration()).signIn(interaction: .never)
        }
    }

    @Test(arguments: [-86_400.0, 86_400])
    func advancesWrongDeviceClockWithServerClock(seconds: TimeInterval) async throws {
        try await server.clients.addPublic("app")
        let device = server.device(of: ScriptedUser(email: "ada@example.com"))
        device.clockError = seconds
        let configuration = device.configuration()
        #expect(configuration.environment.now() == server.clock.now + seconds)
        let session = try await GatehouseClient(configuration: configuration).signIn()
        server.clock.advance(by: 3_600)
        #expect(configuration.environment.now() == server.clock.now + seconds)
        #expect(try await session.accessToken().expiresAt == server.clock.now + 3_600)
    }

    @Test func keepsUptimeWhenDeviceClockIsSet() {
        let device = server.device(of: ScriptedUser(email: "ada@example.com"))
        let environment = device.configuration().environment
        let before = environment.uptime()
        device.clockError = 7_200
        #expect(environment.now() == server.clock.now + 7_200)
        #expect(environment.uptime() == before)
        server.clock.advance(by: 60)
        #expect(environment.uptime() == before + .seconds(60))
    }

    @Test func cancelsSignInWhenUserCancelsPage() async throws {
        try await server.clients.addPublic("app")
        let device = server.device { browser in try await browser.submit(action: "cancel") }
        let app = GatehouseClient(configuration: device.configuration())
        let error = await #expect(throws: AuthError.self) { try await app.signIn() }
        #expect(error?.code == .cancelled)
        #expect(try await app.session() == nil)
    }

    @Test func preparesConfigurationForNativeAuthentication() async throws {
        try await server.clients.addNative()
        let ada = try await server.users.add(email: "ada@example.com", password: "hunter2")
        let device = server.device(of: ada)
        var configuration = GatehouseClient.Configuration(
            entraAuthority: server.issuer.appending(path: "default"),
            clientID: "app"
        )
        device.prepare(&configuration)
        let app = GatehouseClient(configuration: configuration)
        guard case .signedIn(let session) = try await app.signIn(email: "ada@example.com", password: "hunter2") else {
            Issue.record("Another step is required.")
            return
        }
        #expect(try await session.accessToken().expiresAt > server.clock.now)
        #expect(device.network.paths.allSatisfy { $0.hasPrefix("/default/") })
    }
}
