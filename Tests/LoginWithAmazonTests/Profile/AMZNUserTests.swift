import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

extension Facade {
    @Suite struct AMZNUserTests {
        private func count(_ world: any World) -> Int {
            world.device.network.count(AmazonProfileEndpoint.path)
        }

        @Test(arguments: Backend.allCases)
        func theProfileIsKeptForAnHour(backend: Backend) async throws {
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
        func otherScopesAreAskedAboutAtOnce(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            _ = await Calls.authorize([AMZNProfileScope.userID()])
            #expect(await Calls.fetch().profile?.keys.sorted() == [AMZNUserIDKey])
            _ = await Calls.authorize([AMZNProfileScope.profile()])
            #expect(await Calls.fetch().profile?[AMZNUserEmailKey] == world.person.email)
            #expect(count(world) == 2)
        }

        @Test(arguments: Backend.allCases)
        func nobodySignedInIsAnError(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let answer = await Calls.fetch()
            #expect(answer.profile == nil)
            #expect(answer.error?.code == kAMZNLWAApplicationNotAuthorized)
        }

        @Test(arguments: Backend.allCases)
        func withoutANetworkAnOldProfileIsNotTheMostRecent(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            _ = await Calls.authorize()
            world.device.network.setDown(true)
            #expect(await Calls.fetch().profile?[AMZNUserEmailKey] == world.person.email)
            world.device.clock.advance(by: 3601)
            #expect(await Calls.fetch().error?.code == kAMZNLWANetworkError)
            world.device.network.setDown(false)
            #expect(await Calls.fetch().profile?[AMZNUserEmailKey] == world.person.email)
        }

        @Test func aScopeOfAnotherKindOpensNoProfile() async throws {
            let world = try RecordedWorld()
            world.launch()
            let outcome = await Calls.authorize([AMZNScopeFactory.scope(withName: "alexa:all")])
            #expect(outcome.token != nil)
            #expect(outcome.userID == nil)
            let stored = try await world.device.stored(world.apiKey)
            #expect(stored?.grants.map(\.account.id) == ["amzn1.account.K2LI23KL2LK2"])
            #expect(count(world) == 0)
        }
    }
}
