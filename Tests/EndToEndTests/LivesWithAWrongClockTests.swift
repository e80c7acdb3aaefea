import Foundation
import Gatehouse
import GatehouseTesting
import Testing

@Suite struct LivesWithAWrongClockTests {
    @Test(arguments: [-86_400.0, -600, -90, 90, 600, 86_400])
    func aDeviceWhoseClockIsWrongSignsInAndRefreshesInTime(seconds: TimeInterval) async throws {
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

    @Test func aClockThatIsSetInMidSessionDisturbsNothing() async throws {
        let world = try await World()
        let clock = world.server.clock
        let correction = TestClock(Date(timeIntervalSince1970: 0))
        let device = world.device { configuration in
            configuration.environment.now = { clock.now + correction.now.timeIntervalSince1970 }
        }
        let session = try await device.app.signIn()
        correction.advance(by: 7_200)
        #expect(try await session.user().id == session.account.id)
        #expect(try await session.accessToken().expiresAt == clock.now + 3_600)
        clock.advance(by: 3_600)
        _ = try await session.accessToken()
        #expect(try await world.liveSessions() == 1)
    }
}
