import Gatehouse
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct SignOutRevocationTests {
    @Test(arguments: Backend.allCases)
    func endsSessionOnDeviceAndAtServer(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn()
        let stolen = try await device.copiedRefreshToken()
        let result = try await device.app.signOut()
        #expect(result.device == .removed)
        #expect(result.server == .revoked)
        #expect(result.browser == .notRequested)
        #expect(await device.app.observedStates(until: .signedOut(.requested)).count == 1)
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)
        await #expect(throws: (any Error).self) { try await Attacker(server: world.server).refresh(with: stolen) }
        #expect(try await world.liveSessions() == 0)
    }

    @Test(arguments: Backend.allCases)
    func revokesTokensOnNextLaunchAfterOfflineSignOut(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        try await device.app.signIn()
        device.network.setReachable(false)
        let result = try await device.app.signOut()
        #expect(result.device == .removed)
        guard case .pending(let reason) = result.server else {
            Issue.record("The server was reported as notified: \(result.server)")
            return
        }
        #expect(reason.code == .network)
        #expect(try await device.app.session() == nil)
        #expect(try await world.liveSessions() == 1)

        device.network.setReachable(true)
        let relaunched = device.relaunched()
        for await path in device.recorder.answered where path == "/oauth2/revoke" { break }
        #expect(try await world.liveSessions() == 0)
        #expect(try await relaunched.session() == nil)
    }

    @Test func revokesPendingTokensOnNextSignIn() async throws {
        let world = try await World()
        let device = world.device()
        try await device.app.signIn()
        device.network.setReachable(false)
        try await device.app.signOut()
        device.network.setReachable(true)
        try await device.app.signIn()
        for await path in device.recorder.answered where path == "/oauth2/revoke" { break }
        #expect(try await world.liveSessions() == 1)
    }
}
