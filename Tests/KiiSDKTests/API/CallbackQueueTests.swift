import Dispatch
import GatehouseTestSupport
import KiiSDK
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct CallbackQueueTests {
    private let key = DispatchSpecificKey<String>()

    @Test func callsBlocksOnMainOrConfiguredQueue() async throws {
        DispatchQueue.main.setSpecific(key: key, value: "main")
        defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
        let customQueue = DispatchQueue(label: "com.example.callbacks")
        customQueue.setSpecific(key: key, value: "own")
        let device = Device()
        let id = device.server.add("ada")
        for (queue, name) in [(DispatchQueue.main, "main"), (customQueue, "own")] {
            device.launch()
            Kii.callbackQueue = queue
            #expect(Kii.callbackQueue === queue)
            let user = try await KiiUser.authenticate(withToken: device.server.token(of: id))
            for call in KiiCall.allCalls(user) + [.restore] where call.name != "delete" {
                let calledQueue = await withCheckedContinuation { continuation in
                    call.withBlock { _, _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key)) }
                }
                #expect(calledQueue == name, "\(call.name)")
            }
        }
        Kii.callbackQueue = .main
    }
}
