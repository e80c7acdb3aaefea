import Gatehouse
import GatehouseServer
import GatehouseTesting
import Testing

@Suite struct KeyRotationTests {
    private let keys = "/oauth2/keys"

    @Test(arguments: Backend.allCases)
    func acceptsTokensOfPreviousKeyAndFetchesNewKeys(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.email])
        let old = try #require(try await session.idToken())
        #expect(device.requests(for: keys) == 1)

        world.server.clock.advance(by: 60)
        #expect(try await world.server.identity.keyring.rotate().count == 2)
        #expect(try await session.user().email == "ada@example.com")
        #expect(device.requests(for: keys) == 1)

        // The refresh does not wait for the key set: it is fetched for the next refresh, which stores an ID token that
        // the new key signed.
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

        // An ID token of the previous key is still accepted as `id_token_hint`.
        let result = try await device.app.signOut(endingBrowserSession: true)
        #expect(result.server == .revoked)
        #expect(result.browser == .unconfirmed)
        #expect(await device.browser.heading == "You’re signed out")
    }

    @Test(arguments: Backend.allCases)
    func signsInAfterKeyRotation(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        try await device.app.signIn()
        _ = try await world.server.identity.keyring.rotate()
        world.server.clock.advance(by: 3)
        try await device.app.signIn(interaction: .always)
        #expect(device.requests(for: keys) == 2)
    }

    @Test func fetchesKeySetForUnknownKeyID() async throws {
        let world = try await World()
        let device = world.device()
        try await device.app.signIn()
        world.server.clock.advance(by: 60)
        _ = try await world.server.identity.keyring.rotate()
        world.server.clock.advance(by: 3)
        let again = try await device.app.signIn(interaction: .always)
        #expect(device.requests(for: keys) == 2)
        #expect(try await again.user().id == again.account.id)
    }
}
