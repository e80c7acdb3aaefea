import Dispatch
import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import KiiSDK
import Testing

/// A call that blocks its thread must not depend on that thread.
@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct BlockingTests {
    /// Returns a server that responds later, from a thread that no task uses.
    private static func slowServer() -> InMemoryKiiServer {
        let queue = DispatchQueue(label: "slow server")
        return InMemoryKiiServer { _ in
            await withCheckedContinuation { continuation in
                queue.asyncAfter(deadline: .now() + 0.01) { continuation.resume() }
            }
        }
    }

    @Test @MainActor func blocksMainThreadWithoutDeadlock() throws {
        let device = Device(Self.slowServer())
        let id = device.server.add("ada")
        device.launch()
        dispatchPrecondition(condition: .onQueue(.main))
        let user = try KiiUser.authenticate(withTokenSynchronous: device.server.token(of: id))
        try user.refreshSynchronous()
        #expect(KiiUser.current() === user)
        #expect(throws: (any Error).self) { try KiiUser.authenticate(withTokenSynchronous: "unknown") }
    }

    @Test @MainActor func blocksMainThreadWithPendingCallbacks() async throws {
        let device = Device(Self.slowServer())
        let id = device.server.add("ada")
        device.launch()
        let user = try KiiUser.authenticate(withTokenSynchronous: device.server.token(of: id))
        let outcome: Int = await withCheckedContinuation { continuation in
            var count = 0
            for _ in 0..<20 {
                user.refresh { _, _ in
                    count += 1
                    if count == 20 { continuation.resume(returning: count) }
                }
            }
            do { for _ in 0..<20 { try user.refreshSynchronous() } } catch { Issue.record(error) }
        }
        #expect(outcome == 20)
    }

    /// More blocking calls than cooperative threads, mixed with asynchronous calls that share their state.
    @Test func blocksEveryTaskThreadWithoutDeadlock() async throws {
        let device = Device(Self.slowServer())
        let id = device.server.add("ada")
        device.server.issueRefreshTokens(expiresIn: 400)
        device.launch()
        let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
        // All of them need a new token, which one request obtains.
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

    @Test func logsInOnEveryTaskThreadWithoutDeadlock() async throws {
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
