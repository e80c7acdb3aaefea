import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct AsyncAPITests {
    @Test(arguments: Backend.allCases)
    func asyncFormsMatchHandlerForms(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let manager = AMZNAuthorizationManager.shared()
        let result = try await manager.authorize(.request())
        #expect(result.token.hasPrefix("Atza|"))
        #expect(try await AMZNUser.fetch().userID == result.user?.userID)
        try await manager.signOut()
        #expect(
            await code { try await manager.authorize(.request(for: [], .never)) }
                == kAMZNLWAApplicationNotAuthorized
        )
        #expect(await code { try await AMZNUser.fetch() } == kAMZNLWAApplicationNotAuthorized)
        world.device.userAgent.next(.closes)
        #expect(await code { try await manager.authorize(.request()) } == kAMZNLWAErrorUserInterrupted)
        world.device.userAgent.next(.decides(.denies))
        #expect(await code { try await manager.authorize(.request()) } == kAMZNLWAAccessDenied)
        world.device.store.fail(with: TokenStoreError(.locked, "locked"))
        #expect(await code { try await manager.signOut() } == kAMZNLWADeviceError)
    }

    @Test func closesPageWhenTaskIsCancelled() async throws {
        let world = try RecordedWorld()
        world.launch()
        world.device.userAgent.next(.leaves)
        let task = Task { await code { try await AMZNAuthorizationManager.shared().authorize(.request()) } }
        var pages = world.device.userAgent.abandonedPages.makeAsyncIterator()
        _ = await pages.next()
        task.cancel()
        #expect(await task.value == kAMZNLWAErrorUserInterrupted)
    }

    private func code<Value>(_ body: () async throws -> Value) async -> UInt? {
        do {
            _ = try await body()
            return nil
        } catch {
            return ErrorCode(error).code
        }
    }
}
