import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct AMZNUserTests {
    private func count(_ world: any World) -> Int {
        world.device.network.count(AmazonProfileEndpoint.path)
    }

    @Test(arguments: Backend.allCases)
    func cachesProfileForOneHour(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let outcome = await Calls.authorize()
        #expect(count(world) == 1)
        #expect(await Calls.fetch().profile == outcome.profile)
        world.device.clock.advance(by: 3599)
        #expect(await Calls.fetch().profile == outcome.profile)
        #expect(count(world) == 1)
        world.device.clock.advance(by: 1)
        #expect(await Calls.fetch().profile == outcome.profile)
        #expect(count(world) == 2)
        world.launch()
        #expect(await Calls.fetch().profile == outcome.profile)
        #expect(count(world) == 2)
    }

    @Test(arguments: Backend.allCases)
    func refetchesProfileWhenScopesChange(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        _ = await Calls.authorize([AMZNProfileScope.userID()])
        #expect(await Calls.fetch().profile?.keys.sorted() == [AMZNUserIDKey])
        _ = await Calls.authorize([AMZNProfileScope.profile()])
        #expect(await Calls.fetch().profile?[AMZNUserEmailKey] == world.user.email)
        #expect(count(world) == 2)
    }

    @Test(arguments: Backend.allCases)
    func failsWithoutSession(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let response = await Calls.fetch()
        #expect(response.profile == nil)
        #expect(response.error?.code == kAMZNLWAApplicationNotAuthorized)
    }

    @Test(arguments: Backend.allCases)
    func failsOfflineWhenCachedProfileIsExpired(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        _ = await Calls.authorize()
        world.device.network.setReachable(false)
        #expect(await Calls.fetch().profile?[AMZNUserEmailKey] == world.user.email)
        world.device.clock.advance(by: 3601)
        #expect(await Calls.fetch().error?.code == kAMZNLWANetworkError)
        world.device.network.setReachable(true)
        #expect(await Calls.fetch().profile?[AMZNUserEmailKey] == world.user.email)
    }

    @Test func fetchesNoProfileForOtherScopes() async throws {
        let world = try RecordedWorld()
        world.launch()
        let outcome = await Calls.authorize([AMZNScopeFactory.scope(withName: "alexa:all")])
        #expect(outcome.token != nil)
        #expect(outcome.userID == nil)
        let stored = try await world.device.stored(world.apiKey)
        #expect(stored?.sessions.map(\.account.id) == ["amzn1.account.K2LI23KL2LK2"])
        #expect(count(world) == 0)
    }
}
