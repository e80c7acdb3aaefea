import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct StoreWitnessTests {
    private let registration = ClientRegistration(
        name: "Example App",
        kind: .public,
        redirectURIs: ["https://app.example.com/callback"]
    )

    @Test func itHearsWhatTheStoreSaidBehindAnAnswerThatDoesNotRepeatIt() async throws {
        let server = try TestServer()
        server.store.isDown = true
        let (registering, signing) = (StoreWitness(), StoreWitness())
        await StoreWitness.$current.withValue(registering) {
            await #expect(throws: OAuthError.busy) {
                try await ClientRegistrar(core: server.core).register(registration, context: server.context)
            }
        }
        #expect(registering.failure == .unavailable("Told to be down."))
        await StoreWitness.$current.withValue(signing) {
            await #expect(throws: KeyringError.unavailable) { try await server.core.keyring.prepare() }
        }
        #expect(signing.failure == .unavailable("Told to be down."))
    }

    @Test func whereTheStoreWorksItHearsNothing() async throws {
        let server = try TestServer()
        let witness = StoreWitness()
        try await StoreWitness.$current.withValue(witness) {
            _ = try await ClientRegistrar(core: server.core).register(registration, context: server.context)
        }
        #expect(witness.failure == nil)
    }
}
