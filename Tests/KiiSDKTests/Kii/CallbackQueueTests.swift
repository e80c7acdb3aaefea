import Dispatch
import KiiSDK
import Testing

extension Facade {
    @Suite struct CallbackQueueTests {
        private let key = DispatchSpecificKey<String>()

        @Test func everyBlockIsCalledOnTheMainQueueOrWhereTheAppWants() async throws {
            DispatchQueue.main.setSpecific(key: key, value: "main")
            defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
            let own = DispatchQueue(label: "com.example.callbacks")
            own.setSpecific(key: key, value: "own")
            let device = Device()
            let id = device.server.add("ada")
            for (queue, name) in [(DispatchQueue.main, "main"), (own, "own")] {
                device.launch()
                Kii.callbackQueue = queue
                #expect(Kii.callbackQueue === queue)
                let user = try await KiiUser.authenticate(withToken: device.server.token(of: id))
                for call in KiiCall.everything(user) + [.restore] where call.name != "delete" {
                    let place = await withCheckedContinuation { continuation in
                        call.hand { _, _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key)) }
                    }
                    #expect(place == name, "\(call.name)")
                }
            }
            Kii.callbackQueue = .main
        }
    }
}
