import Dispatch
import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct CallbackQueueTests {
    private let key = DispatchSpecificKey<String>()

    @Test func callsBackOnMainOrConfiguredQueue() async throws {
        DispatchQueue.main.setSpecific(key: key, value: "main")
        defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
        let own = DispatchQueue(label: "com.example.callbacks")
        own.setSpecific(key: key, value: "own")
        for (queue, name) in [(nil, "main"), (own, "own")] {
            let world = try RecordedWorld()
            world.launch()
            if let queue { AMZNAuthorizationManager.shared().callbackQueue = queue }
            #expect(await queues(world).filter { $0.queue != name }.map(\.call) == [])
        }
    }

    /// Makes every call in an order in which each one completes; returns the queue of each callback.
    private func queues(_ world: RecordedWorld) async -> [(call: String, queue: String?)] {
        let manager = AMZNAuthorizationManager.shared()
        let pairs = AMZNCodePairManager.shared()
        let (create, wait) = (AMZNCreateCodePairRequest(), AMZNGetTokenRequest())
        create.scopes = [AMZNProfileScope.profile()]
        wait.scopes = create.scopes
        return [
            (
                "an error",
                await queue { report in manager.authorize(.request(for: [], .never)) { _, _, _ in report() } }
            ),
            ("a result", await queue { report in manager.authorize(.request()) { _, _, _ in report() } }),
            ("a profile", await queue { report in AMZNUser.fetch { _, _ in report() } }),
            (
                "the delegate",
                await queue { report in Version2.calls.getProfile(RecordingDelegate { _ in report() }) }
            ),
            ("the end", await queue { report in manager.signOut { _ in report() } }),
            (
                "a failed delegate",
                await queue { report in Version2.calls.getProfile(RecordingDelegate { _ in report() }) }
            ),
            ("a code", await queue { report in pairs.createCodePair(create) { _, _ in report() } }),
            ("the code's token", await queue { report in pairs.getToken(wait) { _, _ in report() } }),
        ]
    }

    private func queue(_ call: (_ report: @escaping () -> Void) -> Void) async -> String? {
        await withCheckedContinuation { continuation in
            call { continuation.resume(returning: DispatchQueue.getSpecific(key: key)) }
        }
    }
}
