import Gatehouse
import GatehouseTesting
import Testing

/// The errors that an app receives for each store fault.
struct StoreFaultTests {
    @Test(arguments: [
        (StoreFault.locked, AuthError.Code.storeLocked), (.corrupt, .storeCorrupt), (.denied, .storeDenied),
    ])
    func reportsReadFaultAndKeepsSessions(fault: StoreFault, code: AuthError.Code) async throws {
        let device = try await device()
        let account = try await GatehouseClient(configuration: device.configuration()).signIn().account.info
        device.store.inject(fault)
        let app = GatehouseClient(configuration: device.configuration())
        let error = await #expect(throws: AuthError.self) { try await app.session() }
        #expect(error?.code == code)
        device.store.inject(nil)
        #expect(try await app.session()?.account.info == account)
    }

    @Test func readsButDoesNotWriteFullStore() async throws {
        let device = try await device()
        let app = GatehouseClient(configuration: device.configuration())
        device.store.inject(.full)
        #expect(try await app.session() == nil)
        let error = await #expect(throws: AuthError.self) { try await app.signIn() }
        #expect(error?.code == .storeUnavailable)
        device.store.inject(nil)
        #expect(try await app.signIn().account.email == nil)
    }

    @Test func replacesPreviousFault() async throws {
        let device = try await device()
        device.store.inject(.full)
        device.store.inject(.locked)
        device.store.inject(.full)
        #expect(try await GatehouseClient(configuration: device.configuration()).session() == nil)
    }

    private func device() async throws -> TestDevice {
        let server = TestServer()
        try await server.clients.addPublic("app")
        return server.device(of: ScriptedUser(email: "ada@example.com"))
    }
}
