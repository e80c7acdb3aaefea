import Dispatch
import Foundation
import Gatehouse
import GatehouseTesting
import KiiSDK
import Testing

extension Facade {
    /// A call that waits on its thread must not wait for that thread.
    @Suite struct BlockingTests {
        /// A server that answers a moment later, from a thread that no task has.
        private static func slowServer() -> SmallKii {
            let queue = DispatchQueue(label: "slow server")
            return SmallKii { _ in
                await withCheckedContinuation { continuation in
                    queue.asyncAfter(deadline: .now() + 0.01) { continuation.resume() }
                }
            }
        }

        @Test @MainActor func theMainThreadMayWait() throws {
            let device = Device(Self.slowServer())
            let id = device.server.add("ada")
            device.launch()
            dispatchPrecondition(condition: .onQueue(.main))
            let user = try KiiUser.authenticate(withTokenSynchronous: device.server.token(of: id))
            try user.refreshSynchronous()
            #expect(KiiUser.current() === user)
            #expect(throws: (any Error).self) { try KiiUser.authenticate(withTokenSynchronous: "unknown") }
        }

        @Test @MainActor func theMainThreadMayWaitWhileBlocksWaitForIt() async throws {
            let device = Device(Self.slowServer())
            let id = device.server.add("ada")
            device.launch()
            let user = try KiiUser.authenticate(withTokenSynchronous: device.server.token(of: id))
            let heard: Int = await withCheckedContinuation { continuation in
                var count = 0
                for _ in 0..<20 {
                    user.refresh { _, _ in
                        count += 1
                        if count == 20 { continuation.resume(returning: count) }
                    }
                }
                do { for _ in 0..<20 { try user.refreshSynchronous() } } catch { Issue.record(error) }
            }
            #expect(heard == 20)
        }

        /// More blocking calls than there are threads for tasks, among asynchronous ones that share everything with them.
        @Test func everyThreadOfTasksMayWaitAtOnce() async throws {
            let device = Device(Self.slowServer())
            let id = device.server.add("ada")
            device.server.giveRefreshTokens(expiresIn: 400)
            device.launch()
            let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
            // All of them need a new token first, which one request brings for all.
            device.clock.advance(by: 200)
            let count = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<128 {
                    group.addTask {
                        switch number % 4 {
                        case 0: (try? await user.refresh()) != nil
                        case 1: (try? KiiUser.find(byUsernameSynchronous: "ada")) != nil
                        default: (try? user.refreshSynchronous()) != nil
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(count == 128)
            #expect(device.server.requests.count { $0 == "POST oauth2/token" } == 2)
            #expect(KiiUser.current()?.userID == id)
        }

        @Test func loggingInMayBlockOnEveryThreadOfTasks() async throws {
            let device = Device(Self.slowServer())
            let tokens = (0..<32).map { device.server.token(of: device.server.add("user_\($0)")) }
            device.launch()
            await withTaskGroup { group in
                for token in tokens {
                    group.addTask { _ = try? KiiUser.authenticate(withTokenSynchronous: token) }
                    group.addTask { _ = try? await KiiUser.authenticate(withToken: token) }
                }
            }
            let user = try #require(KiiUser.current())
            #expect(try device.slot?.account.id == user.userID)
        }
    }
}
