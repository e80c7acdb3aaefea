import Foundation
import Gatehouse
import GatehouseTesting
import Testing

@Suite struct ServerRestartTests {
    @Test(arguments: Backend.allCases)
    func keepsSessionsAcrossServerRestart(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.email])

        let restarted = world.restarted()
        device.recorder.move(to: InProcessTransport(to: restarted))
        #expect(try await session.user().email == "ada@example.com")
        world.server.clock.advance(by: 3_600)
        #expect(try await session.accessToken().expiresAt == world.server.clock.now + 3_600)
        #expect(device.requests(for: "/oauth2/keys") == 1)

        device.recorder.move(to: InProcessTransport(to: world.restarted()))
        let result = try await device.app.signOut()
        #expect(result.server == .revoked)
        #expect(try await world.liveSessions() == 0)
    }

    @Test func keepsSessionWhileServerIsUnavailable() async throws {
        let world = try await World()
        let device = world.device()
        let session = try await device.app.signIn()
        world.server.clock.advance(by: 3_600)
        device.network.failNext("/oauth2/token", with: .answers(status: 502))
        device.network.failNext("/oauth2/token", with: .answers(status: 503))
        for _ in 0..<2 {
            #expect(try await failure { try await session.accessToken() }.code == .serverUnavailable)
        }
        // The retry policy delays the third attempt.
        world.server.clock.advance(by: 3)
        #expect(try await session.accessToken().expiresAt == world.server.clock.now + 3_600)
    }
}
