import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct SignOutTests {
    @Test(arguments: Backend.allCases)
    func removesSessionAndShowsPageAgain(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        _ = await Calls.authorize()
        #expect(await Calls.signOut() == nil)
        #expect(try await world.device.stored(world.apiKey)?.sessions == [])
        #expect(await Calls.authorize([], .never).error?.code == kAMZNLWAApplicationNotAuthorized)
        #expect(await Calls.fetch().error?.code == kAMZNLWAApplicationNotAuthorized)
        #expect(await Calls.authorize().token != nil)
        #expect(world.device.userAgent.pages.count == 2)
    }

    @Test(arguments: Backend.allCases)
    func succeedsWithoutSession(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        #expect(await Calls.signOut() == nil)
    }

    @Test(arguments: Backend.allCases)
    func removesSessionWhenOffline(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        _ = await Calls.authorize()
        world.device.network.setReachable(false)
        #expect(await Calls.signOut() == nil)
        #expect(try await world.device.stored(world.apiKey)?.sessions == [])
        #expect(await Calls.authorize([], .never).error?.code == kAMZNLWAApplicationNotAuthorized)
    }

    @Test func sendsNoRevocationToAmazon() async throws {
        let world = try RecordedWorld()
        world.launch()
        _ = await Calls.authorize()
        #expect(await Calls.signOut() == nil)
        #expect(world.device.network.count(AmazonRevocationEndpoint.path) == 0)
        #expect(try await world.device.stored(world.apiKey)?.pendingRevocations == [])
    }
}
