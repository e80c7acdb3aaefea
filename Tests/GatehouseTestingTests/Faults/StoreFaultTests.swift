import Gatehouse
import GatehouseTesting
import Testing

/// What an app meets when its store is in trouble.
struct StoreFaultTests {
    @Test(arguments: [
        (StoreFault.locked, AuthError.Code.storeLocked), (.corrupt, .storeCorrupt), (.denied, .storeDenied),
    ])
    func anAppThatCannotReadKnowsWhyAndLosesNothing(fault: StoreFault, code: AuthError.Code) async throws {
        let device = try await device()
        let account = try await GatehouseClient(device.configuration()).signIn().account
        device.store.suffer(fault)
        let app = GatehouseClient(device.configuration())
        let error = await #expect(throws: AuthError.self) { try await app.session() }
        #expect(error?.code == code)
        device.store.suffer(nil)
        #expect(try await app.session()?.account == account)
    }

    @Test func aFullStoreCanBeReadAndNotWritten() async throws {
        let device = try await device()
        let app = GatehouseClient(device.configuration())
        device.store.suffer(.full)
        #expect(try await app.session() == nil)
        let error = await #expect(throws: AuthError.self) { try await app.signIn() }
        #expect(error?.code == .storeUnavailable)
        device.store.suffer(nil)
        #expect(try await app.signIn().account.email == nil)
    }

    @Test func oneFaultTakesThePlaceOfAnother() async throws {
        let device = try await device()
        device.store.suffer(.full)
        device.store.suffer(.locked)
        device.store.suffer(.full)
        #expect(try await GatehouseClient(device.configuration()).session() == nil)
    }

    private func device() async throws -> TestDevice {
        let server = TestServer()
        try await server.addPublicClient("app")
        return server.device(of: ScriptedPerson(email: "ada@example.com"))
    }
}
