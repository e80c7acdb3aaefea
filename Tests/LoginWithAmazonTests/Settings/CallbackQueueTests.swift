import Dispatch
import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

extension Facade {
    @Suite struct CallbackQueueTests {
        private let key = DispatchSpecificKey<String>()

        @Test func everythingIsHeardOnTheMainQueueOrWhereTheAppWants() async throws {
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

        /// The calls, in an order in which each of them is answered, and where it was.
        private func queues(_ world: RecordedWorld) async -> [(call: String, queue: String?)] {
            let manager = AMZNAuthorizationManager.shared()
            let pairs = AMZNCodePairManager.shared()
            let (create, wait) = (AMZNCreateCodePairRequest(), AMZNGetTokenRequest())
            create.scopes = [AMZNProfileScope.profile()]
            wait.scopes = create.scopes
            return [
                ("an error", await queue { tell in manager.authorize(.asking(for: [], .never)) { _, _, _ in tell() } }),
                ("a result", await queue { tell in manager.authorize(.asking()) { _, _, _ in tell() } }),
                ("a profile", await queue { tell in AMZNUser.fetch { _, _ in tell() } }),
                ("the delegate", await queue { tell in Version2.calls.getProfile(Listener { _ in tell() }) }),
                ("the end", await queue { tell in manager.signOut { _ in tell() } }),
                ("a failed delegate", await queue { tell in Version2.calls.getProfile(Listener { _ in tell() }) }),
                ("a code", await queue { tell in pairs.createCodePair(create) { _, _ in tell() } }),
                ("the code's token", await queue { tell in pairs.getToken(wait) { _, _ in tell() } }),
            ]
        }

        private func queue(_ call: (_ tell: @escaping () -> Void) -> Void) async -> String? {
            await withCheckedContinuation { continuation in
                call { continuation.resume(returning: DispatchQueue.getSpecific(key: key)) }
            }
        }
    }
}
