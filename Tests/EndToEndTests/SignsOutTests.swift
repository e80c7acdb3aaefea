import Gatehouse
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct SignsOutTests {
    @Test(arguments: Backend.allCases)
    func theSessionIsOverOnTheDeviceAndAtTheServer(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn()
        let stolen = try await device.copiedRefreshToken()
        let result = try await device.app.signOut()
        #expect(result.device == .forgotten)
        #expect(result.server == .told)
        #expect(result.browser == .notAsked)
        #expect(await device.app.told(.signedOut(.requested)).count == 1)
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)
        await #expect(throws: (any Error).self) { try await Thief(server: world.server).refresh(with: stolen) }
        #expect(try await world.liveSessions() == 0)
    }

    @Test(arguments: Backend.allCases)
    func whatTheServerCouldNotHearOfflineItHearsAtTheNextStart(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        try await device.app.signIn()
        device.network.setDown(true)
        let result = try await device.app.signOut()
        #expect(result.device == .forgotten)
        guard case .later(let reason) = result.server else {
            Issue.record("The server was said to know: \(result.server)")
            return
        }
        #expect(reason.code == .network)
        #expect(try await device.app.session() == nil)
        #expect(try await world.liveSessions() == 1)

        device.network.setDown(false)
        let relaunched = device.relaunched()
        for await path in device.wiretap.answered where path == "/oauth2/revoke" { break }
        #expect(try await world.liveSessions() == 0)
        #expect(try await relaunched.session() == nil)
    }

    @Test func theNextPersonToSignInTellsTheServerToo() async throws {
        let world = try await World()
        let device = world.device()
        try await device.app.signIn()
        device.network.setDown(true)
        try await device.app.signOut()
        device.network.setDown(false)
        try await device.app.signIn()
        for await path in device.wiretap.answered where path == "/oauth2/revoke" { break }
        #expect(try await world.liveSessions() == 1)
    }
}
