import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

extension Facade {
    @Suite struct FaultTests {
        @Test(arguments: Backend.allCases, Spoiling.allCases)
        func aCodeThatIsNoGoodMeansToSignInAgain(backend: Backend, spoiling: Spoiling) async throws {
            let world = try await backend.world()
            world.launch()
            world.spoilNextCode(spoiling)
            let outcome = await Calls.authorize()
            #expect(outcome.isOneOfThree)
            #expect(outcome.error?.code == kAMZNLWAApplicationNotAuthorized)
            #expect(try await world.device.stored(world.apiKey)?.grants ?? [] == [])
            #expect(await Calls.authorize().token != nil)
        }

        @Test(arguments: Backend.allCases)
        func anUnknownScopeIsAMistakeOfTheApp(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let outcome = await Calls.authorize([AMZNScopeFactory.scope(withName: "no:such:scope")])
            #expect(outcome.isOneOfThree)
            #expect(outcome.error?.code == kAMZNLWAInvalidInput)
            #expect(outcome.error?.message?.hasPrefix("An unknown scope was requested") == true)
        }

        @Test(arguments: Backend.allCases)
        func aRevokedGrantIsNoticedWhenItsTokenHasExpired(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let first = await Calls.authorize()
            try await world.endSessions()
            #expect(await Calls.authorize([AMZNProfileScope.profile()], .never).token == first.token)
            world.device.clock.advance(by: 3601)
            let never = await Calls.authorize([AMZNProfileScope.profile()], .never)
            #expect(never.isOneOfThree)
            #expect(never.error?.code == kAMZNLWAApplicationNotAuthorized)
            #expect(await Calls.authorize().token != nil)
            #expect(world.device.stage.pages.count == 2)
        }

        @Test(arguments: Backend.allCases)
        func aServerThatIsDownEndsNoSession(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            _ = await Calls.authorize()
            world.device.clock.advance(by: 3601)
            world.device.network.setDown(true)
            for strategy in [AMZNInteractiveStrategy.never, .auto] {
                let outcome = await Calls.authorize([AMZNProfileScope.profile()], strategy)
                #expect(outcome.isOneOfThree)
                #expect(outcome.error?.code == kAMZNLWANetworkError)
            }
            world.device.network.setDown(false)
            // Who may not be asked waits for the pause after two failures.
            world.device.clock.advance(by: 3)
            #expect(await Calls.authorize([AMZNProfileScope.profile()], .never).token != nil)
            #expect(world.device.stage.pages.count == 1)
        }

        @Test(
            arguments: Backend.allCases,
            [
                Network.Fault.answers(500, #"{"error":"ServerError"}"#, type: "application/json"),
                .answers(500, "", type: "text/plain"),
                .answers(200, "<html><body>Sign in to the network</body></html>", type: "text/html"),
                .answers(502, "<html><body>Bad gateway</body></html>", type: "text/html"),
            ]
        )
        func anAnswerThatIsNoneIsTheServersFault(backend: Backend, fault: Network.Fault) async throws {
            let world = try await backend.world()
            world.launch()
            world.device.network.failNext(AmazonTokenEndpoint.path, fault)
            let signIn = await Calls.authorize()
            #expect(signIn.isOneOfThree)
            #expect(signIn.error?.code == kAMZNLWAServerError)
            #expect(await Calls.authorize().token != nil)

            world.device.clock.advance(by: 3601)
            world.device.network.failNext(AmazonTokenEndpoint.path, fault)
            let refresh = await Calls.authorize([], .never)
            #expect(refresh.error?.code == kAMZNLWAServerError)
            #expect(await Calls.authorize([], .never).token != nil)
        }

        @Test(arguments: Backend.allCases)
        func aPauseThatTheServerAsksForIsPassedOn(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            world.device.network.failNext(AmazonTokenEndpoint.path, .pauses(90))
            let outcome = await Calls.authorize()
            #expect(outcome.error?.code == kAMZNLWAServerError)
            #expect(outcome.error?.retryAfter == 90)
        }

        @Test(arguments: Backend.allCases)
        func aProfileThatDoesNotComeEndsTheSignIn(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            world.device.network.failNext(AmazonProfileEndpoint.path, .answers(500, "", type: "text/plain"))
            let outcome = await Calls.authorize()
            #expect(outcome.error?.code == kAMZNLWAServerError)
            #expect(try await world.device.stored(world.apiKey)?.grants ?? [] == [])
        }

        @Test(arguments: Backend.allCases)
        func aLockedStoreIsTheDevicesFault(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let first = await Calls.authorize()
            world.device.store.fail(with: TokenStoreError(.locked, "locked"))
            for strategy in [AMZNInteractiveStrategy.never, .auto, .always] {
                let outcome = await Calls.authorize([AMZNProfileScope.profile()], strategy)
                #expect(outcome.isOneOfThree)
                #expect(outcome.error?.code == kAMZNLWADeviceError)
            }
            #expect(await Calls.fetch().error?.code == kAMZNLWADeviceError)
            #expect(world.device.stage.pages.count == 1)
            world.device.store.fail(with: nil)
            #expect(await Calls.authorize([], .never).token == first.token)
        }

        @Test(arguments: Backend.allCases)
        func aSignOutThatTheDeviceCannotStoreIsAnErrorAndCountsAllTheSame(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            _ = await Calls.authorize()
            world.device.store.failSaves(with: TokenStoreError(.unavailable, "full"))
            #expect(await Calls.signOut()?.code == kAMZNLWADeviceError)
            #expect(await Calls.authorize([], .never).error?.code == kAMZNLWAApplicationNotAuthorized)
            world.device.store.failSaves(with: nil)
            #expect(await Calls.signOut() == nil)
            #expect(try await world.device.stored(world.apiKey)?.grants == [])
        }

        @Test(arguments: Backend.allCases)
        func ofTwoThatAskTheNewerOneDoes(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            world.device.stage.next(.leaves)
            async let older = Calls.authorize()
            var pages = world.device.stage.left.makeAsyncIterator()
            _ = await pages.next()
            let newer = await Calls.authorize()
            #expect(newer.token != nil)
            let outcome = await older
            #expect(outcome.isOneOfThree)
            #expect(outcome.isCancelled)
        }

        @Test(arguments: Backend.allCases)
        func manyAtOnceShareOneRefresh(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            _ = await Calls.authorize()
            world.device.clock.advance(by: 3601)
            let tokens = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<20 { group.addTask { await Calls.authorize([], .never).token } }
                return await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
            #expect(tokens.first??.hasPrefix("Atza|") == true)
            #expect(world.device.network.count(AmazonTokenEndpoint.path) == 2)
        }
    }
}
