import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

extension Facade {
    @Suite struct AsyncTests {
        @Test(arguments: Backend.allCases)
        func theAsyncFormsDoTheSame(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let manager = AMZNAuthorizationManager.shared()
            let result = try await manager.authorize(.asking())
            #expect(result.token.hasPrefix("Atza|"))
            #expect(try await AMZNUser.fetch().userID == result.user?.userID)
            try await manager.signOut()
            #expect(
                await code { try await manager.authorize(.asking(for: [], .never)) } == kAMZNLWAApplicationNotAuthorized
            )
            #expect(await code { try await AMZNUser.fetch() } == kAMZNLWAApplicationNotAuthorized)
            world.device.stage.next(.closes)
            #expect(await code { try await manager.authorize(.asking()) } == kAMZNLWAErrorUserInterrupted)
            world.device.stage.next(.does(.refuses))
            #expect(await code { try await manager.authorize(.asking()) } == kAMZNLWAAccessDenied)
            world.device.store.fail(with: TokenStoreError(.locked, "locked"))
            #expect(await code { try await manager.signOut() } == kAMZNLWADeviceError)
        }

        @Test func cancellingTheTaskClosesThePage() async throws {
            let world = try RecordedWorld()
            world.launch()
            world.device.stage.next(.leaves)
            let task = Task { await code { try await AMZNAuthorizationManager.shared().authorize(.asking()) } }
            var pages = world.device.stage.left.makeAsyncIterator()
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
}
