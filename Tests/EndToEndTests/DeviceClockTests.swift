import Foundation
import Gatehouse
import GatehouseTesting
import Testing

@Suite struct DeviceClockTests {
    @Test(arguments: [-86_400.0, -600, -90, 90, 600, 86_400])
    func signsInAndRefreshesOnTimeWithWrongDeviceClock(seconds: TimeInterval) async throws {
        let world = try await World()
        let clock = world.server.clock
        let device = world.device { configuration in
            configuration.environment.now = { clock.now + seconds }
        }
        let session = try await device.app.signIn(scopes: [.email])
        #expect(try await session.accessToken().expiresAt == clock.now + 3_600)

        clock.advance(by: 3_000)
        _ = try await session.accessToken()
        #expect(device.requests(for: "/oauth2/token") == 1)
        clock.advance(by: 600)
        _ = try await session.accessToken()
        #expect(device.requests(for: "/oauth2/token") == 2)
        #expect(try await session.user().email == "ada@example.com")
    }

    @Test(arguments: [-86_400.0, -7_200, 7_200, 86_400])
    func toleratesClockChangeDuringSession(seconds: TimeInterval) async throws {
        let world = try await World()
        let clock = world.server.clock
        let device = world.server.device(of: .ada)
        let app = GatehouseClient(configuration: device.configuration())
        let session = try await app.signIn()
        #expect(device.network.requests(for: .token) == 1)

        device.clockError = seconds
        #expect(try await session.user().id == session.account.id)
        #expect(try await session.accessToken().expiresAt == clock.now + 3_600)
        clock.advance(by: 3_500)
        _ = try await session.accessToken()
        #expect(device.network.requests(for: .token) == 1, "The access token is still valid.")
        clock.advance(by: 100)
        _ = try await session.accessToken()
        #expect(device.network.requests(for: .token) == 2, "The access token has expired after one hour.")
        #expect(try await world.liveSessions() == 1)
    }

    @Test func detectsClockChangeWhileAppIsClosed() async throws {
        let world = try await World()
        let device = world.server.device(of: .ada)
        let session = try await GatehouseClient(configuration: device.configuration()).signIn()
        device.clockError = 7_200
        let relaunched = GatehouseClient(configuration: device.configuration())
        #expect(try await relaunched.session()?.user().id == session.account.id)
        device.clockError = 0
        world.server.clock.advance(by: 3_600)
        #expect(try await relaunched.session()?.accessToken().expiresAt == world.server.clock.now + 3_600)
        #expect(try await world.liveSessions() == 1)
    }
}
