import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct FailureTests {
    @Test(arguments: Backend.allCases, CodeFault.allCases)
    func requiresNewSignInAfterRejectedCode(backend: Backend, codeFault: CodeFault) async throws {
        let world = try await backend.world()
        world.launch()
        world.invalidateNextCode(codeFault)
        let outcome = await Calls.authorize()
        #expect(outcome.isExactlyOneOutcome)
        #expect(outcome.error?.code == kAMZNLWAApplicationNotAuthorized)
        #expect(try await world.device.stored(world.apiKey)?.sessions ?? [] == [])
        #expect(await Calls.authorize().token != nil)
    }

    @Test(arguments: Backend.allCases)
    func reportsUnknownScopeAsInvalidInput(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let outcome = await Calls.authorize([AMZNScopeFactory.scope(withName: "no:such:scope")])
        #expect(outcome.isExactlyOneOutcome)
        #expect(outcome.error?.code == kAMZNLWAInvalidInput)
        #expect(outcome.error?.message?.hasPrefix("An unknown scope was requested") == true)
    }

    @Test(arguments: Backend.allCases)
    func detectsRevokedSessionAtNextRefresh(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let first = await Calls.authorize()
        try await world.endSessions()
        #expect(await Calls.authorize([AMZNProfileScope.profile()], .never).token == first.token)
        world.device.clock.advance(by: 3601)
        let never = await Calls.authorize([AMZNProfileScope.profile()], .never)
        #expect(never.isExactlyOneOutcome)
        #expect(never.error?.code == kAMZNLWAApplicationNotAuthorized)
        #expect(await Calls.authorize().token != nil)
        #expect(world.device.userAgent.pages.count == 2)
    }

    @Test(arguments: Backend.allCases)
    func keepsSessionWhenServerIsUnreachable(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        _ = await Calls.authorize()
        world.device.clock.advance(by: 3601)
        world.device.network.setReachable(false)
        for strategy in [AMZNInteractiveStrategy.never, .auto] {
            let outcome = await Calls.authorize([AMZNProfileScope.profile()], strategy)
            #expect(outcome.isExactlyOneOutcome)
            #expect(outcome.error?.code == kAMZNLWANetworkError)
        }
        world.device.network.setReachable(true)
        // Non-interactive calls wait for the backoff after two failures.
        world.device.clock.advance(by: 3)
        #expect(await Calls.authorize([AMZNProfileScope.profile()], .never).token != nil)
        #expect(world.device.userAgent.pages.count == 1)
    }

    @Test(
        arguments: Backend.allCases,
        [
            Network.Fault.responds(500, #"{"error":"ServerError"}"#, type: "application/json"),
            .responds(500, "", type: "text/plain"),
            .responds(200, "<html><body>Sign in to the network</body></html>", type: "text/html"),
            .responds(502, "<html><body>Bad gateway</body></html>", type: "text/html"),
        ]
    )
    func reportsUnusableResponseAsServerError(backend: Backend, fault: Network.Fault) async throws {
        let world = try await backend.world()
        world.launch()
        world.device.network.failNext(AmazonTokenEndpoint.path, fault)
        let signIn = await Calls.authorize()
        #expect(signIn.isExactlyOneOutcome)
        #expect(signIn.error?.code == kAMZNLWAServerError)
        #expect(await Calls.authorize().token != nil)

        world.device.clock.advance(by: 3601)
        world.device.network.failNext(AmazonTokenEndpoint.path, fault)
        let refresh = await Calls.authorize([], .never)
        #expect(refresh.error?.code == kAMZNLWAServerError)
        #expect(await Calls.authorize([], .never).token != nil)
    }

    @Test(arguments: Backend.allCases)
    func returnsRetryInterval(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        world.device.network.failNext(AmazonTokenEndpoint.path, .rateLimits(90))
        let outcome = await Calls.authorize()
        #expect(outcome.error?.code == kAMZNLWAServerError)
        #expect(outcome.error?.retryAfter == 90)
    }

    @Test(arguments: Backend.allCases)
    func failsSignInWhenProfileIsUnavailable(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        world.device.network.failNext(AmazonProfileEndpoint.path, .responds(500, "", type: "text/plain"))
        let outcome = await Calls.authorize()
        #expect(outcome.error?.code == kAMZNLWAServerError)
        #expect(try await world.device.stored(world.apiKey)?.sessions ?? [] == [])
    }

    @Test(arguments: Backend.allCases)
    func reportsLockedStoreAsDeviceError(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let first = await Calls.authorize()
        world.device.store.fail(with: TokenStoreError(.locked, "locked"))
        for strategy in [AMZNInteractiveStrategy.never, .auto, .always] {
            let outcome = await Calls.authorize([AMZNProfileScope.profile()], strategy)
            #expect(outcome.isExactlyOneOutcome)
            #expect(outcome.error?.code == kAMZNLWADeviceError)
        }
        #expect(await Calls.fetch().error?.code == kAMZNLWADeviceError)
        #expect(world.device.userAgent.pages.count == 1)
        world.device.store.fail(with: nil)
        #expect(await Calls.authorize([], .never).token == first.token)
    }

    @Test(arguments: Backend.allCases)
    func endsSessionWhenSignOutCannotBeStored(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        _ = await Calls.authorize()
        world.device.store.failSaves(with: TokenStoreError(.unavailable, "full"))
        #expect(await Calls.signOut()?.code == kAMZNLWADeviceError)
        #expect(await Calls.authorize([], .never).error?.code == kAMZNLWAApplicationNotAuthorized)
        world.device.store.failSaves(with: nil)
        #expect(await Calls.signOut() == nil)
        #expect(try await world.device.stored(world.apiKey)?.sessions == [])
    }

    @Test(arguments: Backend.allCases)
    func cancelsOlderOfTwoInteractiveRequests(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        world.device.userAgent.next(.leaves)
        async let older = Calls.authorize()
        var pages = world.device.userAgent.abandonedPages.makeAsyncIterator()
        _ = await pages.next()
        let newer = await Calls.authorize()
        #expect(newer.token != nil)
        let outcome = await older
        #expect(outcome.isExactlyOneOutcome)
        #expect(outcome.isCancelled)
    }

    @Test(arguments: Backend.allCases)
    func refreshesOnceForConcurrentCallers(backend: Backend) async throws {
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
