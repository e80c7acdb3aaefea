import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct StoreErrorRecorderTests {
    private let registration = ClientRegistration(
        name: "Example App",
        kind: .public,
        redirectURIs: ["https://app.example.com/callback"]
    )

    @Test func recordsStoreErrorHiddenFromResponse() async throws {
        let server = try ServerHarness()
        server.store.isDown = true
        let (registering, signing) = (StoreErrorRecorder(), StoreErrorRecorder())
        await StoreErrorRecorder.$current.withValue(registering) {
            await #expect(throws: OAuthError.busy) {
                try await server.identity.registrar.register(
                    registration,
                    context: server.context
                )
            }
        }
        #expect(registering.failure == .unavailable("The store is down."))
        await StoreErrorRecorder.$current.withValue(signing) {
            await #expect(throws: KeyringError.unavailable) { try await server.identity.keyring.prepare() }
        }
        #expect(signing.failure == .unavailable("The store is down."))
    }

    @Test func recordsNothingWhenStoreSucceeds() async throws {
        let server = try ServerHarness()
        let recorder = StoreErrorRecorder()
        try await StoreErrorRecorder.$current.withValue(recorder) {
            _ = try await server.identity.registrar.register(
                registration,
                context: server.context
            )
        }
        #expect(recorder.failure == nil)
    }
}
