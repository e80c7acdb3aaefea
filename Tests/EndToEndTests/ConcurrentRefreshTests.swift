import Foundation
import Gatehouse
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct ConcurrentRefreshTests {
    @Test(arguments: Backend.allCases)
    func refreshesOnceForFiftyConcurrentCallers(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn()
        world.server.clock.advance(by: 3_600)
        let before = device.requests(for: "/oauth2/token")
        let tokens = try await withThrowingTaskGroup(of: AccessToken.self) { group in
            for _ in 0..<50 { group.addTask { try await session.accessToken() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens.count == 50)
        #expect(Set(tokens).count == 1)
        #expect(device.requests(for: "/oauth2/token") == before + 1)
    }

    @Test func keepsSessionWhenTwoProcessesShareStore() async throws {
        let world = try await World()
        let device = world.device()
        try await device.app.signIn()
        let other = device.relaunched()
        for _ in 0..<5 {
            world.server.clock.advance(by: 3_600)
            async let one = device.app.signIn(interaction: .never).accessToken()
            async let two = other.signIn(interaction: .never).accessToken()
            for token in try await [one, two] { #expect(token.expiresAt == world.server.clock.now + 3_600) }
        }
        #expect(try await world.liveSessions() == 1)
        #expect(try await !world.auditKinds().contains(.refreshReplayed))
    }
}
