import Foundation
import Gatehouse
import GatehouseServer
import GatehouseTesting
import Testing

@Suite struct ClientRateLimitTests {
    @Test func reportsRetryTimeAndKeepsSessionWhenRateLimited() async throws {
        var limits = RateLimits()
        limits.requestsPerClient = RateLimits.Rate(2, per: 86_400)
        let world = try await World(limits: limits)
        let device = world.device()
        let session = try await device.app.signIn()
        world.server.clock.advance(by: 3_600)
        _ = try await session.accessToken()

        world.server.clock.advance(by: 3_600)
        let error = try await failure { try await session.accessToken() }
        #expect(error.code == .rateLimited)
        #expect(error.recovery == .retry(after: .seconds(79_200)))
        #expect(try await device.app.session()?.account.id == session.account.id)

        world.server.clock.advance(by: 79_200)
        #expect(try await session.accessToken().expiresAt == world.server.clock.now + 3_600)
    }
}
