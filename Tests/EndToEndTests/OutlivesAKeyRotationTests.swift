import Gatehouse
import GatehouseServer
import GatehouseTesting
import Testing

@Suite struct OutlivesAKeyRotationTests {
    private let keys = "/oauth2/keys"

    @Test(arguments: Backend.allCases)
    func tokensOfTheOldKeyGoOnAndTheAppLearnsTheNewOne(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.email])
        let old = try #require(try await session.idToken())
        #expect(device.requests(for: keys) == 1)

        world.server.clock.advance(by: 60)
        #expect(try await world.server.core.keyring.rotate().count == 2)
        #expect(try await session.user().email == "ada@example.com")
        #expect(device.requests(for: keys) == 1)

        // New tokens wait for no keys: those are fetched for the next ones, and with them comes an ID token of the new key.
        world.server.clock.advance(by: 3_540)
        _ = try await session.accessToken()
        #expect(device.requests(for: keys) == 1)
        #expect(try await session.idToken() == old)
        world.server.clock.advance(by: 3_600)
        _ = try await session.accessToken()
        #expect(device.requests(for: keys) == 2)
        let new = try #require(try await session.idToken())
        #expect(new != old)
        #expect(try await session.user().email == "ada@example.com")

        // The one that is a hint now: it still says whose browser is to be signed out, without asking.
        let result = try await device.app.signOut(endBrowserSession: true)
        #expect(result.server == .told)
        #expect(result.browser == .shown)
        #expect(await device.browser.heading == "You are signed out")
    }

    @Test(arguments: Backend.allCases)
    func aRotationBetweenTwoSignInsCostsNone(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        try await device.app.signIn()
        _ = try await world.server.core.keyring.rotate()
        world.server.clock.advance(by: 3)
        try await device.app.signIn(interaction: .always)
        #expect(device.requests(for: keys) == 2)
    }

    @Test func anAppThatSignsInAfterwardsFetchesTheKeyItDoesNotKnow() async throws {
        let world = try await World()
        let device = world.device()
        try await device.app.signIn()
        world.server.clock.advance(by: 60)
        _ = try await world.server.core.keyring.rotate()
        world.server.clock.advance(by: 3)
        let again = try await device.app.signIn(interaction: .always)
        #expect(device.requests(for: keys) == 2)
        #expect(try await again.user().id == again.account.id)
    }
}
