import Foundation
import Gatehouse
import GatehouseTesting
import Testing

@Suite struct OutlivesARestartTests {
    @Test(arguments: Backend.allCases)
    func aServerThatComesBackKnowsEverybody(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.email])

        let restarted = world.restarted()
        device.wiretap.move(to: InProcessTransport(to: restarted))
        #expect(try await session.user().email == "ada@example.com")
        world.server.clock.advance(by: 3_600)
        #expect(try await session.accessToken().expiresAt == world.server.clock.now + 3_600)
        #expect(device.requests(for: "/oauth2/keys") == 1)

        device.wiretap.move(to: InProcessTransport(to: world.restarted()))
        let result = try await device.app.signOut()
        #expect(result.server == .told)
        #expect(try await world.liveSessions() == 0)
    }

    @Test func aServerThatGoesAwayForAWhileSignsNobodyOut() async throws {
        let world = try await World()
        let device = world.device()
        let session = try await device.app.signIn()
        world.server.clock.advance(by: 3_600)
        device.network.failNext("/oauth2/token", with: .answers(status: 502))
        device.network.failNext("/oauth2/token", with: .answers(status: 503))
        for _ in 0..<2 {
            #expect(try await failure { try await session.accessToken() }.code == .serverUnavailable)
        }
        // After two failures the next try waits a little.
        world.server.clock.advance(by: 3)
        #expect(try await session.accessToken().expiresAt == world.server.clock.now + 3_600)
    }
}
