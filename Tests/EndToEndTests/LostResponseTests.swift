import Foundation
import Gatehouse
import GatehouseStore
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct LostResponseTests {
    @Test(arguments: Backend.allCases)
    func retriesRefreshAfterLostResponse(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn()
        let before = try await device.copiedRefreshToken()

        world.server.clock.advance(by: 3_600)
        device.network.failNext("/oauth2/token", with: .dropsResponse)
        let error = try await failure { try await session.accessToken() }
        #expect(error.code == .network)
        #expect(try await device.copiedRefreshToken() == before, "The app still has the replaced token.")
        #expect(await device.app.observedStates(until: .signedInOffline(session.account.info)).count == 1)

        // Long after the usual retry window, as after a flight.
        world.server.clock.advance(by: 86_400)
        let token = try await session.accessToken()
        #expect(token.expiresAt == world.server.clock.now + 3_600)
        // The refreshed tokens are saved before the next read of the store.
        #expect(try await device.app.accounts().count == 1)
        #expect(try await device.copiedRefreshToken() != before)
        #expect(await device.app.observedStates(until: .signedIn(session.account.info)).count == 1)
        #expect(try await !world.auditKinds().contains(.refreshReplayed))
    }

    @Test func recoversAfterProcessDiesBeforeSavingResponse() async throws {
        let world = try await World()
        let device = world.device()
        let account = try await device.app.signIn().account.info
        world.server.clock.advance(by: 3_600)
        device.network.failNext("/oauth2/token", with: .dropsResponse)
        _ = try await failure { try await device.app.session()?.accessToken() }

        let relaunched = device.relaunched()
        #expect(try await relaunched.signIn(interaction: .never).account.id == account.id)
    }

    @Test func failsSignInWhenTokenResponseIsLostAndAllowsRetry() async throws {
        let world = try await World()
        let device = world.device()
        device.network.failNext("/oauth2/token", with: .dropsResponse)
        #expect(try await failure { try await device.app.signIn() }.code == .network)
        #expect(try await device.app.session() == nil)
        #expect(try await device.app.signIn().user().id.isEmpty == false)
    }
}
